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

bool isOfArray(const AdviceCase &at, const FactAccess &access) {
  return leadsThrough(at.facts, access.what, at.finding.location) ||
         std::any_of(at.finding.members.begin(), at.finding.members.end(),
                     [&](const FindingMember &member) {
                       return leadsThrough(at.facts, access.what, member.declared);
                     });
}

/// The record's objects are elements of an array of unknown length that a loop scans.
bool isOfManyElements(const AdviceCase &at, const WrittenRecord &target) {
  if (!target.known() || target.count() != 0)
    return false;
  return findAccess(at.facts, [&](const FactAccess &access) {
           const auto &steps = access.what.steps;
           for (std::size_t i = 1; i < steps.size(); ++i)
             if (steps[i].kind == StepKind::Member && target.is(steps[i].record) &&
                 steps[i - 1].kind == StepKind::Index &&
                 steps[i - 1].index->from == Provenance::Loop)
               return true;
           return false;
         }) != nullptr;
}

struct Counts {
  std::size_t scans = 0, writes = 0;
};

Counts countsOf(const AdviceCase &at) {
  Counts counts;
  for (const FactFunction &function : at.facts.functions)
    for (const FactAccess &access : function.accesses) {
      if (!isOfArray(at, access))
        continue;
      counts.scans += access.op == Op::Read && goesThroughAll(access);
      counts.writes += access.op != Op::Read;
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
      isOfManyElements(at, {at.facts, at.finding.record->declared, &at.made}))
    return {leave(fmt::format("the evidence is weak, and loops go through arrays of '{}': all of "
                              "its objects would grow by a cacheline or more",
                              at.finding.record->name))};
  if (at.finding.rule != kRulePerThreadSlots)
    return {};
  const ElementArray array = elementArray(at);
  if (array.elements < kManyElements)
    return {};
  const Counts counts = countsOf(at);
  if (counts.scans == 0 || counts.scans < kScanRatio * counts.writes)
    return {};
  return {leave(fmt::format(
      "{} elements are read as a whole in {} places and written in {}: with a "
      "cacheline for each, every such scan reads {} times as many lines",
      array.elements, counts.scans, counts.writes,
      std::max<std::uint64_t>(at.line_size / std::max<std::uint64_t>(array.element, 1), 1)))};
}

} // namespace fsfind
