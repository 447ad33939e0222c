#include "rules/model/RuleIds.h"
#include "rules/remedy/recording/MeasuredCase.h"
#include "rules/remedy/recording/Reasons.h"
#include "rules/remedy/recording/SameWriters.h"

#include <algorithm>
#include <set>

namespace fsfind {

namespace {

struct Variable {
  TypedName name;
  std::set<std::string> writers;
};

/// Each variable once: several members may be of one. Of an unnamed one there is nothing to align.
std::vector<Variable> variablesOf(const Finding &finding) {
  std::vector<Variable> variables;
  for (const FindingMember &member : finding.members) {
    const auto known = std::find_if(variables.begin(), variables.end(), [&](const Variable &one) {
      return one.name.name == member.variable;
    });
    if (known != variables.end())
      known->writers.insert(member.writers.begin(), member.writers.end());
    else if (!member.variable.empty())
      variables.push_back(
          {{member.type, member.variable}, {member.writers.begin(), member.writers.end()}});
  }
  return variables;
}

/// Whether several threads write, and each writes both.
bool haveSameWriters(const Variable &a, const Variable &b) {
  return a.writers.size() > 1 && b.writers.size() > 1 && areAlike(a.writers, b.writers);
}

/// One of those that have the same writers, and all others.
std::vector<Variable> representatives(const std::vector<Variable> &variables) {
  std::vector<Variable> found;
  for (const Variable &variable : variables)
    if (std::none_of(found.begin(), found.end(),
                     [&](const Variable &one) { return haveSameWriters(one, variable); }))
      found.push_back(variable);
  return found;
}

} // namespace

std::string whyVariablesStayTogether(const Finding &finding) {
  const std::vector<Variable> variables = variablesOf(finding);
  if (finding.rule != kRuleAdjacentGlobals || variables.size() < 2 ||
      representatives(variables).size() > 1)
    return {};
  return "the same threads write each of these variables, so that apart they would wait for a "
         "cacheline each, not for one: add up in each thread, or write them less often";
}

std::vector<Advice> partMeasuredVariables(const MeasuredCase &at) {
  const std::vector<Variable> variables = variablesOf(at.finding);
  const std::vector<Variable> apart = representatives(variables);
  if (at.finding.rule != kRuleAdjacentGlobals || apart.size() < 2)
    return {};
  Advice one;
  one.remedy = Remedy::AlignMembers;
  one.why = "a variable on a cacheline of its own shares it with none of the others, in whichever "
            "order the linker lays them out";
  if (apart.size() < variables.size())
    one.why += "; those that the same threads write are best kept together, in one struct";
  std::vector<TypedName> names;
  for (const Variable &variable : apart)
    names.push_back(variable.name);
  one.example = at.idiom.variablesApart(names, at.line_size);
  return {std::move(one)};
}

} // namespace fsfind
