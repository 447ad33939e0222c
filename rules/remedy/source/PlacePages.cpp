#include "rules/model/RuleIds.h"
#include "rules/remedy/source/AdviceCase.h"
#include "rules/remedy/source/PagePlacement.h"

#include <fmt/format.h>

namespace fsfind {

namespace {

bool isContainer(const AdviceCase &at) {
  const FactPlace declared = at.lookup.declared.place(at.finding.object.declared);
  return declared.known() && at.lookup.made.isContainer(declared);
}

Advice inParallel(const AdviceCase &at) {
  Advice one = touchedInParallel();
  const std::string &name = at.finding.object.name;
  if (isContainer(at))
    one.example = "/* elements that nothing fills: */ std::unique_ptr<T[]>(new T[n])\n";
  if (at.lookup.traits.useOpenMp())
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
