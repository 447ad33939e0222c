#pragma once

#include "rules/join/FileMatch.h"
#include "rules/model/Finding.h"
#include "rules/remedy/source/FactLookup.h"

#include <cstdint>
#include <optional>
#include <vector>

/// What a recording shows, told in the facts' own terms, so that rules/remedy/source can plan for
/// it as for a finding of the sources.
namespace fsfind {

/// A measured finding with the records, members and variables of the facts in place of those of
/// debug info. Only what threads were seen to use counts. Writers are threads (`thread 12`); those
/// of members that are probably the same (areAlike()) are made equal.
struct SourceFindings {
  /// A finding for each place where a layout is to change, at least one, the most contended first:
  /// - of members, the records whose own members part the writers, and their offsets in them; of
  ///   buffers among them (MeetingPlace::of_elements) as of elements, the array as location;
  /// - of elements, the element's record, and of objects that lie beside each other on the heap,
  ///   the record of each kind of them;
  /// - of elements that are no records, the arrays (SlotArray) as members, the hottest as `object`,
  ///   and what is beside them as members without a place; of these, if threads write some, the
  ///   records that part their writers, too;
  /// - of variables, the variables themselves.
  std::vector<Finding> places;
  /// Of members, the innermost record that holds all that were seen, with all of them.
  std::optional<Finding> whole;
};

/// None if no layout can help (true sharing, data that were handed over, the same writers
/// everywhere), if bit-fields take part, or if the facts lay out anything in another way than the
/// recording shows: the sources are then not those that were recorded.
[[nodiscard]] std::optional<SourceFindings>
inSourceTerms(const Finding &measured, const FactLookup &lookup, const FileMatch &files);

/// Of elements and objects whose members have writers of their own, as two sides of a queue have:
/// the finding with those members. These threads may meet within one object, too, once no other
/// lies beside it; cachelines of their own for the members part the objects as well. None of other
/// findings.
[[nodiscard]] std::optional<SourceFindings>
withinElements(const Finding &measured, const FactLookup &lookup, const FileMatch &files);

/// Whether the facts lay out the data so that those of different writers share no cacheline of
/// `line_size` bytes.
[[nodiscard]] bool areApart(const SourceFindings &told, const Facts &facts,
                            std::uint32_t line_size);

} // namespace fsfind
