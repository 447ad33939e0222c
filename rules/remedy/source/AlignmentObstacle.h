#pragma once

#include "rules/model/Facts.h"
#include "rules/remedy/source/WrittenRecord.h"

#include <cstdint>
#include <string>

namespace fsfind {

/// Why this alignment must not be written into the record by a tool, as a clause: nothing holds its
/// layout or size or copies it as bytes, and whatever allocates it is seen and honours alignment.
/// Empty if it may.
[[nodiscard]] std::string alignmentObstacle(const Facts &facts, const WrittenRecord &record,
                                            std::uint64_t alignment);

/// Some allocation of objects of the record does not see to the alignment; null if none.
[[nodiscard]] const FactAllocation *
unalignedAllocation(const Facts &facts, const WrittenRecord &record, std::uint64_t alignment);

} // namespace fsfind
