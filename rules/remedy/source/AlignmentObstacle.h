#pragma once

#include "rules/remedy/source/WrittenRecord.h"

#include <cstdint>
#include <string>

namespace fsfind {

/// Why a tool must not write this alignment into the record, as a clause; empty if it may. It may
/// if nothing depends on the record's layout or size or copies it as bytes, and if all its
/// allocations are seen and honour alignment, as they are or by edits (alignedAllocations()).
[[nodiscard]] std::string alignmentObstacle(const FactLookup &lookup, const WrittenRecord &record,
                                            std::uint64_t alignment);

/// Why nobody should change the record's size or offsets without looking further, as a clause;
/// empty if nothing is seen to depend on them.
[[nodiscard]] std::string layoutObstacle(const FactLookup &lookup, const WrittenRecord &record);

/// Whether something is seen that makes objects of the record, or of one that contains it: a
/// variable, `new`, a container, an allocation, or a call that is told its size.
[[nodiscard]] bool isSeenMade(const WrittenRecord &record);

} // namespace fsfind
