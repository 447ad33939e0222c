#pragma once

#include "rules/model/Finding.h"
#include "rules/program/Program.h"

#include <vector>

/// The functions of the rules, each in the file of its rule's name; Catalogue.cpp lists them.
namespace fsfind {

[[nodiscard]] std::vector<Finding> checkAdjacentGlobals(const Program &program);
[[nodiscard]] std::vector<Finding> checkAdjacentThreadFields(const Program &program);
[[nodiscard]] std::vector<Finding> checkContendedAtomic(const Program &program);
[[nodiscard]] std::vector<Finding> checkIneffectivePadding(const Program &program);
[[nodiscard]] std::vector<Finding> checkNeedlessPadding(const Program &program);
[[nodiscard]] std::vector<Finding> checkPartitionEdges(const Program &program);
[[nodiscard]] std::vector<Finding> checkPerThreadSlots(const Program &program);
[[nodiscard]] std::vector<Finding> checkSerialFirstTouch(const Program &program);
[[nodiscard]] std::vector<Finding> checkShardByThreadId(const Program &program);

} // namespace fsfind
