#include "rules/model/RuleIds.h"
#include "rules/remedy/source/Accesses.h"
#include "rules/remedy/source/AdviceCase.h"
#include "rules/remedy/source/ElementArray.h"
#include "rules/remedy/source/WrittenRecord.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind {

namespace {

/// From this number of elements on, a scan of all of them is what costs.
constexpr std::uint64_t kManyElements = 1024;
/// So many loops over all elements, for each place that writes one, make scans prevail.
constexpr std::size_t kScanRatio = 10;

bool goesThroughAll(const FactAccess &access) {
  return std::any_of(access.what.steps.begin(), access.what.steps.end(), [](const FactStep &step) {
    return step.kind == StepKind::Index &&
           (step.index->from == Provenance::Loop || step.index->from == Provenance::Whole);
  });
}

/// The record's objects are elements of an array of unknown length that a loop scans.
bool isOfManyElements(const AdviceCase &at, const WrittenRecord &target) {
  if (!target.known() || target.count() != 0)
    return false;
  return std::any_of(target.instances().begin(), target.instances().end(),
                     [&](RecordIndex record) { return at.lookup.accesses.isScanned(record); });
}

struct AccessCounts {
  std::size_t scans = 0, writes = 0;
};

AccessCounts countsOf(const AdviceCase &at) {
  AccessCounts counts;
  std::vector<FactPlace> places = {at.lookup.declared.place(at.finding.location)};
  for (const FindingMember &member : at.finding.members)
    places.push_back(at.lookup.declared.place(member.declared));
  std::erase_if(places, [](FactPlace place) { return !place.known(); });
  for (const SeenAccess &one : at.lookup.accesses.through(places)) {
    counts.scans += one.access->op == Op::Read && goesThroughAll(*one.access);
    counts.writes += one.access->op != Op::Read;
  }
  return counts;
}

Advice leave(std::string why) {
  Advice one;
  one.remedy = Remedy::LeaveAlone;
  one.why = std::move(why);
  return one;
}

} // namespace

std::vector<Advice> leaveAlone(const AdviceCase &at) {
  if (at.finding.rule == kRuleAdjacentThreadFields && at.finding.record &&
      at.finding.confidence == Confidence::Low &&
      isOfManyElements(at, {at.lookup, at.finding.record->declared}))
    return {leave(fmt::format("the evidence is weak, and loops go through arrays of '{}': all of "
                              "its objects would grow by a cacheline or more",
                              at.finding.record->name))};
  if (at.finding.rule != kRulePerThreadSlots)
    return {};
  const ElementArray array = elementArray(at);
  if (array.elements < kManyElements)
    return {};
  const AccessCounts counts = countsOf(at);
  if (counts.scans == 0 || counts.scans < kScanRatio * counts.writes)
    return {};
  return {leave(fmt::format(
      "{} elements are read as a whole in {} places and written in {}: with a "
      "cacheline for each, every such scan reads {} times as many lines",
      array.elements, counts.scans, counts.writes,
      std::max<std::uint64_t>(at.line_size / std::max<std::uint64_t>(array.element, 1), 1)))};
}

} // namespace fsfind
