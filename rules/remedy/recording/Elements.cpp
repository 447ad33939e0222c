#include "rules/model/RuleIds.h"
#include "rules/remedy/recording/MeasuredCase.h"

#include <fmt/format.h>

namespace fsfind {

namespace {

ElementText ofRecord(const RecordInfo &record) {
  ElementText element{record.name, record.size, true};
  if (record.members)
    element.first = {record.members->front().type, record.members->front().name};
  return element;
}

/// The type of the array's elements. The array is the variable, or a member on the members' paths.
ElementText elementOf(const Finding &finding) {
  const FindingMember &first = finding.members.front();
  const std::size_t bracket = first.path.rfind(']');
  const RecordInfo *record = finding.record ? &*finding.record : nullptr;
  if (bracket != std::string::npos && bracket + 1 == first.path.size())
    return {"", first.size, false};
  if (bracket != std::string::npos || (record && record->size == finding.object.size))
    return record ? ofRecord(*record) : ElementText{};
  return {finding.object.type, finding.object.size, false};
}

Advice padded(const MeasuredCase &at, const ElementText &element) {
  Advice one;
  one.remedy = Remedy::AlignType;
  one.size_before = element.size;
  one.size_after = wholeLines(element.size, at.line_size);
  one.why = one.size_before == one.size_after
                ? "each element then begins with a cacheline, wherever the array is allocated"
                : fmt::format("an element of {} bytes gets cachelines of its own", element.size);
  one.example = at.idiom.paddedElement(element, at.line_size);
  return one;
}

} // namespace

std::vector<Advice> padMeasuredElements(const MeasuredCase &at) {
  const Finding &finding = at.finding;
  if (finding.rule != kRulePerThreadSlots || finding.members.empty() || finding.allocator_induced)
    return {};
  const ElementText element = elementOf(finding);
  if (element.size == 0)
    return {};
  return {padded(at, element)};
}

} // namespace fsfind
