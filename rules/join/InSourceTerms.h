#pragma once

#include "rules/join/FileMatch.h"
#include "rules/model/Facts.h"
#include "rules/model/Finding.h"

#include <cstdint>
#include <optional>

/// What a recording shows, told in the facts' own terms, so that rules/remedy/source can plan for
/// it as for a finding of the sources.
namespace fsfind {

/// The finding with the record, members and variables of the facts in place of those of debug info:
/// - of members, the innermost record whose own members part the writers, and their offsets in it;
/// - of elements and of objects that lie beside each other on the heap, the element's record;
/// - of elements that are no records, the array (SlotArray), by its name in `object`;
/// - of variables, the variables themselves.
/// Only what threads were seen to use counts. Writers are threads (`thread 12`); those of members
/// that are probably the same (areAlike()) are made equal.
///
/// None if no layout can help (true sharing, data that were handed over, the same writers
/// everywhere), if bit-fields take part, or if the facts lay out anything in another way than the
/// recording shows: the sources are then not those that were recorded.
[[nodiscard]] std::optional<Finding> inSourceTerms(const Finding &measured, const Facts &facts,
                                                   const FileMatch &files);

/// Of elements and objects whose members have writers of their own, as two sides of a queue have:
/// the finding with those members. These threads may meet within one object, too, once no other
/// lies beside it; cachelines of their own for the members part the objects as well. None of other
/// findings.
[[nodiscard]] std::optional<Finding> withinElements(const Finding &measured, const Facts &facts,
                                                    const FileMatch &files);

} // namespace fsfind
