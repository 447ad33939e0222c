#include "rules/model/RuleIds.h"
#include "rules/remedy/source/Accesses.h"
#include "rules/remedy/source/AdviceCase.h"
#include "rules/remedy/source/AnyAllocation.h"
#include "rules/remedy/source/PagePlacement.h"
#include "rules/remedy/source/WrittenRecord.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind {

namespace {

bool usesOpenMp(const Facts &facts) {
  return std::any_of(facts.functions.begin(), facts.functions.end(), [](const auto &function) {
    return std::any_of(function.starts.begin(), function.starts.end(),
                       [](const FactStart &start) { return start.kind == StartKind::Region; });
  });
}

bool isContainer(const AdviceCase &at) {
  return anyAllocation(at.facts, [&](const FactAllocation &allocation) {
    return allocation.kind == AllocationKind::Container &&
           leadsThrough(at.facts, allocation.target, at.finding.object.declared);
  });
}

Advice inParallel(const AdviceCase &at) {
  Advice one = touchedInParallel();
  const std::string &name = at.finding.object.name;
  if (isContainer(at))
    one.example = "/* elements that nothing fills: */ std::unique_ptr<T[]>(new T[n])\n";
  if (usesOpenMp(at.facts))
    one.example += fmt::format("#pragma omp parallel for schedule(static)\n"
                               "for (size_t i = 0; i < n; i++)\n"
                               "  {}[i] = ...; /* as it is filled now */\n",
                               name);
  else
    one.example += fmt::format("/* in each thread, before any reads what another fills */\n"
                               "for (size_t i = begin; i < end; i++)\n"
                               "  {}[i] = ...; /* as it is filled now */\n",
                               name);
  return one;
}

} // namespace

Advice touchedInParallel() {
  Advice one;
  one.remedy = Remedy::TouchInParallel;
  one.why =
      "a page lies on the node of the thread that writes it first: let the threads that use "
      "a part fill it first, with what it is filled with now, and wait for one another before "
      "they read the rest";
  return one;
}

Advice interleaved(const Finding &finding) {
  Advice one;
  one.remedy = Remedy::Interleave;
  const std::string &name = finding.object.name;
  one.why = fmt::format("where every thread uses all of {}, no node suits: pages in turn on all of "
                        "them share the load",
                        name.empty() ? "this memory" : "'" + name + "'");
  one.example = "numactl --interleave=all ./program\n";
  return one;
}

std::vector<Advice> placePages(const AdviceCase &at) {
  if (at.finding.rule != kRuleSerialFirstTouch)
    return {};
  return {inParallel(at), interleaved(at.finding)};
}

} // namespace fsfind
