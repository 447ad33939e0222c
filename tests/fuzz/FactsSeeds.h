#pragma once

#include "rules/model/Facts.h"

#include <string>
#include <utility>
#include <vector>

namespace fsfind::test {

/// Facts of small programs, by name, in which each rule finds something: what fuzzers start with.
[[nodiscard]] std::vector<std::pair<std::string, Facts>> factsSeeds();

} // namespace fsfind::test
