#include "rules/join/VariableParts.h"

#include "rules/join/UsedData.h"
#include "rules/model/RuleIds.h"

#include <algorithm>
#include <vector>

namespace fsfind {

namespace {

Finding partOf(const Finding &measured, VariableIndex index, bool elements, const Facts &facts,
               const FileMatch &files) {
  const FactVariable &variable = facts.variable(index);
  Finding part = measured;
  part.rule = elements ? kRulePerThreadSlots : kRuleAdjacentThreadFields;
  part.verdict = Verdict::Measured;
  part.object.name = variable.name;
  part.object.declared = facts.place(variable.place);
  part.object.size = elements ? 0 : facts.type(variable.type).size;
  part.record.reset();
  part.quiet_members.clear();
  std::erase_if(part.members,
                [&](const FindingMember &one) { return variableOf(one, facts, files) != index; });
  return part;
}

} // namespace

std::map<VariableIndex, Finding> partsOfVariables(const Finding &measured, const Facts &facts,
                                                  const FileMatch &files) {
  std::map<VariableIndex, std::vector<UsedDatum>> by_variable;
  for (const UsedDatum &one : usedData(measured))
    if (const auto variable = variableOf(one.member, facts, files))
      by_variable[*variable].push_back(one);
  std::map<VariableIndex, Finding> parts;
  for (const auto &[variable, used] : by_variable) {
    const bool elements = std::any_of(used.begin(), used.end(), [](const UsedDatum &one) {
      return one.member.written_by_elements;
    });
    if (elements || haveWritersOfTheirOwn(used))
      parts.emplace(variable, partOf(measured, variable, elements, facts, files));
  }
  return parts;
}

Finding takingWholeLines(Finding part) {
  if (part.rule == kRulePerThreadSlots && !part.record)
    part.members.emplace_back(); // what is beside the arrays has no place
  return part;
}

} // namespace fsfind
