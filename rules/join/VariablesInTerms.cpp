#include "rules/join/VariablesInTerms.h"

#include "rules/model/RuleIds.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace fsfind {

namespace {

using Variables = std::map<VariableIndex, FindingMember>;

/// Hardly contended: less than a hundredth of the finding's loads. On a stack what other functions
/// keep there at other times, or threads do while they wait, is such.
bool isBeside(const Finding &measured, const FindingMember &member) {
  constexpr std::uint64_t kLeastPart = 100;
  std::uint64_t all = 0;
  for (const FindingMember &one : measured.members)
    all += one.hitm;
  return measured.object.kind == ObjectKind::Stack && member.hitm * kLeastPart < all;
}

/// Leaves out locals of functions none of whose locals is contended: they do not live together with
/// those that are, or are not used while these are.
void leaveOutOtherFrames(Variables &variables, const Finding &measured, const Facts &facts) {
  std::set<std::optional<FunctionIndex>> contended;
  for (const auto &[index, member] : variables)
    if (!isBeside(measured, member))
      contended.insert(facts.variable(index).function);
  std::erase_if(variables, [&](const auto &entry) {
    const FactVariable &variable = facts.variable(entry.first);
    return variable.storage == Storage::Local && isBeside(measured, entry.second) &&
           !contended.contains(variable.function);
  });
}

void add(FindingMember &variable, const FindingMember &part) {
  std::set<std::string> writers(variable.writers.begin(), variable.writers.end());
  writers.insert(part.writers.begin(), part.writers.end());
  variable.writers.assign(writers.begin(), writers.end());
  variable.hitm += part.hitm;
}

} // namespace

std::optional<Finding> variablesInTerms(const TermsDraft &draft, const Finding &measured,
                                        const Facts &facts, const FileMatch &files,
                                        const std::set<VariableIndex> &parted) {
  Variables variables;
  for (const UsedDatum &one : usedData(measured)) {
    const auto variable = variableOf(one.member, facts, files);
    if (!variable && !isBeside(measured, one.member))
      return std::nullopt;
    if (variable)
      add(variables[*variable], one.member);
  }
  leaveOutOtherFrames(variables, measured, facts);
  std::erase_if(variables, [&](const auto &entry) { return parted.contains(entry.first); });
  Finding finding = draft.begin(kRuleAdjacentGlobals);
  for (auto &[index, member] : variables) {
    const FactVariable &variable = facts.variable(index);
    member.path = member.variable = variable.name;
    member.declared = facts.place(variable.place);
    member.size = facts.type(variable.type).size;
    finding.members.push_back(member);
  }
  for (const FindingMember &quiet : measured.quiet_members)
    if (const auto variable = variableOf(quiet, facts, files);
        variable && !variables.contains(*variable)) {
      finding.quiet_members.push_back(quiet);
      finding.quiet_members.back().declared = facts.place(facts.variable(*variable).place);
    }
  const bool differ =
      std::any_of(finding.members.begin(), finding.members.end(), [&](const auto &member) {
        return member.writers != finding.members.front().writers;
      });
  if (!differ)
    return std::nullopt;
  finding.location = finding.members.front().declared;
  return finding;
}

} // namespace fsfind
