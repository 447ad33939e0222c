#include "rules/model/RuleIds.h"
#include "rules/remedy/recording/MeasuredCase.h"

#include <algorithm>

namespace fsfind {

namespace {

/// Each variable once: several members may be of one. Of an unnamed one there is nothing to align.
std::vector<TypedName> variablesOf(const Finding &finding) {
  std::vector<TypedName> variables;
  for (const FindingMember &member : finding.members)
    if (!member.variable.empty() &&
        std::none_of(variables.begin(), variables.end(),
                     [&](const TypedName &one) { return one.name == member.variable; }))
      variables.push_back({member.type, member.variable});
  return variables;
}

} // namespace

std::vector<Advice> partMeasuredVariables(const MeasuredCase &at) {
  const std::vector<TypedName> variables = variablesOf(at.finding);
  if (at.finding.rule != kRuleAdjacentGlobals || variables.size() < 2)
    return {};
  Advice one;
  one.remedy = Remedy::AlignMembers;
  one.why = "a variable on a cacheline of its own shares it with none of the others, in whichever "
            "order the linker lays them out";
  one.example = at.idiom.variablesApart(variables, at.line_size);
  return {std::move(one)};
}

} // namespace fsfind
