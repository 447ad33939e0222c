#pragma once

#include "rules/join/TermsDraft.h"
#include "rules/remedy/source/FactLookup.h"

#include <optional>
#include <vector>

namespace fsfind {

/// Measured arrays whose elements are no records: numbers, atomics, locks, or rows of these.
struct SlotsInTerms {
  /// The arrays as members, and what is beside them as members without a place. Arrays of one
  /// record lie side by side, so that each has to be parted, and from all others.
  Finding finding;
  std::vector<bool> of_array;  ///< by usedData()
  bool written_beside = false; ///< threads write other members than those
};

/// None if the facts have no such array, or if they show that threads choose what is in a row.
[[nodiscard]] std::optional<SlotsInTerms> slotsInTerms(const TermsDraft &draft,
                                                       const Finding &measured,
                                                       const FactLookup &lookup,
                                                       const FileMatch &files);

} // namespace fsfind
