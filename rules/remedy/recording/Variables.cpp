#include "rules/model/RuleIds.h"
#include "rules/remedy/recording/MeasuredCase.h"

namespace fsfind {

namespace {

std::vector<TypedName> variablesOf(const Finding &finding) {
  std::vector<TypedName> variables;
  for (const FindingMember &member : finding.members)
    variables.push_back({member.type, member.path});
  return variables;
}

} // namespace

std::vector<Advice> partMeasuredVariables(const MeasuredCase &at) {
  if (at.finding.rule != kRuleAdjacentGlobals || at.finding.members.size() < 2)
    return {};
  Advice one;
  one.remedy = Remedy::AlignMembers;
  one.why = "a variable on a cacheline of its own shares it with none of the others, in whichever "
            "order the linker lays them out";
  one.example = at.idiom.variablesApart(variablesOf(at.finding), at.line_size);
  return {std::move(one)};
}

} // namespace fsfind
