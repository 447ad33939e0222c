#pragma once

#include "rules/model/Finding.h"
#include "rules/remedy/source/WrittenAlignment.h"
#include "rules/remedy/source/WrittenRecord.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fsfind {

/// An allocation of objects of the record that does not honour the alignment; null if there is
/// none.
[[nodiscard]] const FactAllocation *
unalignedAllocation(const FactLookup &lookup, const WrittenRecord &record, std::uint64_t alignment);

/// How all allocations of a record, and of records that contain it, come to honour an alignment.
struct AlignedAllocations {
  std::vector<Edit> edits;   ///< none if they all do already, or if there is an obstacle
  std::string obstacle = {}; ///< which allocation cannot be changed, and why; a clause
};

/// If one allocation cannot be changed, none is.
[[nodiscard]] AlignedAllocations alignedAllocations(const FactLookup &lookup,
                                                    const WrittenRecord &record,
                                                    const WrittenAlignment &alignment);

/// Advice on blocks of `size` bytes (0 = unknown, or different), by edits with which these calls of
/// malloc and calloc allocate whole cachelines, however their sizes are written. If one cannot be
/// changed, is not found, or may allocate anything, there are none.
[[nodiscard]] Advice partBlocks(const FactLookup &lookup, const std::vector<Place> &calls,
                                std::uint64_t size, std::uint32_t line_size);

/// Whether these calls, which are places in `before`, allocate whole cachelines in `after`. Calls
/// are found again by their function and their number in it, since edits move lines.
[[nodiscard]] bool areAlignedBlocks(const FactLookup &before, const std::vector<Place> &calls,
                                    const FactLookup &after, std::uint64_t line_size);

/// Adds these edits to advice that aligns the record, and says so. There must be no obstacle.
void addAllocationEdits(Advice &advice, const FactLookup &lookup, const WrittenRecord &record,
                        const WrittenAlignment &alignment);

} // namespace fsfind
