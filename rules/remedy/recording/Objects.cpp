#include "rules/model/RuleIds.h"
#include "rules/remedy/recording/MeasuredCase.h"

#include <fmt/format.h>

namespace fsfind {

std::vector<Advice> partMeasuredObjects(const MeasuredCase &at) {
  const Finding &finding = at.finding;
  const bool neighbours = finding.rule == kRuleAdjacentObjects;
  if (!(neighbours || finding.allocator_induced) || finding.object.kind != ObjectKind::Heap ||
      finding.object.size == 0)
    return {};
  const bool record = finding.record && finding.record->size == finding.object.size;
  const ElementText object = {finding.object.type, finding.object.size, record || neighbours};
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
