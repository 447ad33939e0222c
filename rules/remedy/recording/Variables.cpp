#include "rules/model/RuleIds.h"
#include "rules/remedy/recording/MeasuredCase.h"
#include "rules/remedy/recording/Reasons.h"
#include "rules/remedy/recording/SameWriters.h"

#include <algorithm>
#include <map>
#include <set>

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

/// Whether several threads write, and each writes every variable. Samples miss some.
bool haveSameWriters(const Finding &finding) {
  std::map<std::string, std::set<std::string>> writers;
  for (const FindingMember &member : finding.members)
    writers[member.variable].insert(member.writers.begin(), member.writers.end());
  return std::all_of(writers.begin(), writers.end(), [&](const auto &one) {
    return one.second.size() > 1 && areAlike(one.second, writers.begin()->second);
  });
}

} // namespace

std::string whyVariablesStayTogether(const Finding &finding) {
  if (finding.rule != kRuleAdjacentGlobals || !haveSameWriters(finding))
    return {};
  return "the same threads write each of these variables, so that apart they would wait for a "
         "cacheline each, not for one: add up in each thread, or write them less often";
}

std::vector<Advice> partMeasuredVariables(const MeasuredCase &at) {
  const std::vector<TypedName> variables = variablesOf(at.finding);
  if (at.finding.rule != kRuleAdjacentGlobals || variables.size() < 2 ||
      haveSameWriters(at.finding))
    return {};
  Advice one;
  one.remedy = Remedy::AlignMembers;
  one.why = "a variable on a cacheline of its own shares it with none of the others, in whichever "
            "order the linker lays them out";
  one.example = at.idiom.variablesApart(variables, at.line_size);
  return {std::move(one)};
}

} // namespace fsfind
