#pragma once

#include "rules/join/FileMatch.h"
#include "rules/model/Facts.h"
#include "rules/model/Finding.h"
#include "rules/remedy/source/Advise.h"

#include <cstdint>
#include <optional>

namespace fsfind {

/// Plans a layout for a finding that has a measurement, with edits where the sources allow them, by
/// the writers that were measured: nothing else is needed of the sources than the layout and who
/// relies on it. The plan takes the place of other advice on layouts; what else is advised stays
/// behind it. A finding that cannot be told in source terms (rules/join/InSourceTerms.h), or whose
/// data are not the program's own, keeps its advice. Where the sources part the data already, the
/// recording is of another build, and nothing is advised but what allocations must keep.
/// Of data whose own bytes all threads share, the sources' remedies are put first that come with an
/// example or edits. `adviser` has the facts.
void planMeasured(Finding &finding, const Adviser &adviser, const FileMatch &files);

/// Whether `after`, the facts of edited sources, lay out the finding's data so that different
/// writers no longer share a cacheline, or have threads change them in loops no more. `before` are
/// the facts that it was planned with. None if that cannot be told, since it has no terms in the
/// sources.
[[nodiscard]] std::optional<bool> isEnded(const Finding &finding, const FactLookup &before,
                                          const FileMatch &files, const FactLookup &after,
                                          std::uint32_t line_size);

} // namespace fsfind
