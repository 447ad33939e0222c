#include "rules/model/AuthorFrame.h"
#include "rules/model/RuleIds.h"
#include "rules/remedy/recording/MeasuredCase.h"

#include <fmt/format.h>

namespace fsfind {

namespace {

/// The object is a record that the program declares: it has members, and its type is no library's.
bool isOwnRecord(const Finding &finding) {
  const bool members = !finding.members.empty() && finding.members.front().type.empty();
  const bool record = finding.record && finding.record->size == finding.object.size;
  return (record || (finding.rule == kRuleAdjacentObjects && members)) &&
         !isLibraryName(finding.object.type);
}

} // namespace

std::vector<Advice> partMeasuredObjects(const MeasuredCase &at) {
  const Finding &finding = at.finding;
  if (!(finding.rule == kRuleAdjacentObjects || finding.allocator_induced) ||
      finding.object.kind != ObjectKind::Heap || finding.object.size == 0)
    return {};
  const ElementText object = {finding.object.type, finding.object.size, isOwnRecord(finding)};
  Advice one;
  one.remedy = Remedy::AlignAllocation;
  one.why = fmt::format("the allocator puts objects of {} bytes beside each other: one that takes "
                        "whole cachelines has no neighbour on them",
                        object.size);
  one.size_before = object.size;
  one.size_after = wholeLines(object.size, at.line_size);
  one.example = at.idiom.objectApart(object, at.line_size);
  return {std::move(one)};
}

} // namespace fsfind
