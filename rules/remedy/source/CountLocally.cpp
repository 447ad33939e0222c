#include "rules/model/RuleIds.h"
#include "rules/remedy/source/Gathering.h"

#include <fmt/format.h>

namespace fsfind {

namespace {

/// The member's path; `counters[]` where the path alone would be `[]`.
std::string nameOf(const Finding &finding, const FindingMember &member) {
  return (member.path.starts_with('[') ? finding.object.name : "") + member.path;
}

/// The type of the value: of `std::atomic<long>`, `long`.
std::string valueType(std::string type) {
  const std::size_t begin = type.find('<'), end = type.rfind('>');
  if (begin != std::string::npos && end != std::string::npos && begin < end)
    return type.substr(begin + 1, end - begin - 1);
  for (const std::string word : {"volatile ", "_Atomic(", ")"})
    if (const std::size_t found = type.find(word); found != std::string::npos)
      type.erase(found, word.size());
  return type;
}

/// A member that threads only accumulate, and one of the loops that do.
struct Sum {
  const FindingMember *member = nullptr;
  Gathering gathering;
};

Sum sumOf(const AdviceCase &at) {
  for (const FindingMember &member : at.finding.members)
    if (const Gathering gathering = gatheringOf(at, member.declared); gathering.known())
      return {&member, gathering};
  return {};
}

bool isOfNumbers(std::string_view rule) {
  return rule == kRulePerThreadSlots || rule == kRuleAdjacentThreadFields ||
         rule == kRuleAdjacentGlobals || rule == kRuleContendedAtomic;
}

std::string_view operatorOf(Accumulation how) {
  switch (how) {
  case Accumulation::Or:
    return "|=";
  case Accumulation::And:
    return "&=";
  case Accumulation::Xor:
    return "^=";
  default:
    return "+=";
  }
}

/// What the one change after the loop needs, as the changes in the loop did.
std::string_view precaution(const FactAccess &access) {
  if (!access.held.empty())
    return ", under the same lock";
  return access.atomic ? ", atomically as before" : "";
}

std::string example(const Sum &sum, const std::string &type, const std::string &name) {
  const std::string_view change = operatorOf(sum.gathering.how);
  return fmt::format("{0} sum = {1};\n/* in the loop */ sum {2} ...;\n"
                     "/* after it{3} */ {4} {2} sum;\n",
                     type, sum.gathering.how == Accumulation::And ? "~0" : "0", change,
                     precaution(*sum.gathering.access), name);
}

} // namespace

std::vector<Advice> countLocally(const AdviceCase &at) {
  if (!isOfNumbers(at.finding.rule))
    return {};
  const Sum sum = sumOf(at);
  if (!sum.member)
    return {};
  const FactAccess &access = *sum.gathering.access;
  const std::string name = nameOf(at.finding, *sum.member);
  Advice one;
  one.remedy = Remedy::AccumulateLocally;
  one.why = fmt::format("line {} changes '{}' in a loop, and the sources show nobody who reads it "
                        "before the loop ends: a local, added once after the loop, takes no memory "
                        "and writes the shared line once",
                        at.facts.place(access.place).line, name);
  one.example = example(sum, valueType(at.facts.type(access.what.type).text), name);
  return {std::move(one)};
}

} // namespace fsfind
