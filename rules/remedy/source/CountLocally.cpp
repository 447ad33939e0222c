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

/// How an accumulation is written, plainly and as the compilers' function for plain numbers.
struct Change {
  std::string_view sign, function;
};

Change changeOf(Accumulation how) {
  switch (how) {
  case Accumulation::Or:
    return {"|=", "__atomic_fetch_or"};
  case Accumulation::And:
    return {"&=", "__atomic_fetch_and"};
  case Accumulation::Xor:
    return {"^=", "__atomic_fetch_xor"};
  default:
    return {"+=", "__atomic_fetch_add"};
  }
}

/// The datum as an expression: each `[]` gets the index that the loop uses, `i` where it is not
/// written there.
std::string written(std::string name, const FactAccess &access) {
  std::vector<std::string> indices;
  for (const FactStep &step : access.what.steps)
    if (step.kind == StepKind::Index)
      indices.push_back(step.index.text);
  for (std::size_t at = name.rfind("[]"); at != std::string::npos; at = name.rfind("[]")) {
    const std::string index = indices.empty() || indices.back().empty() ? "i" : indices.back();
    if (!indices.empty())
      indices.pop_back();
    name.insert(at + 1, index);
  }
  return name;
}

/// The one change after the loop, which is as safe as those in the loop were. Empty for wrappers of
/// numbers whose functions are not known.
std::string lastChange(const Sum &sum, const FactType &type, const std::string &name) {
  const FactAccess &access = *sum.gathering.access;
  const Change change = changeOf(sum.gathering.how);
  if (!access.held.empty())
    return fmt::format("/* after it, under the same lock */ {} {} sum;\n", name, change.sign);
  if (!access.atomic)
    return fmt::format("/* after it */ {} {} sum;\n", name, change.sign);
  if (type.kind == TypeClass::Plain)
    return fmt::format("/* after it */ {}(&{}, sum, __ATOMIC_RELAXED);\n", change.function, name);
  const bool has_operators = !type.record || type.text.find("atomic<") != std::string::npos;
  return has_operators
             ? fmt::format("/* after it, atomically as before */ {} {} sum;\n", name, change.sign)
             : "";
}

std::string example(const Sum &sum, const FactType &type, const std::string &name) {
  const std::string last = lastChange(sum, type, written(name, *sum.gathering.access));
  if (last.empty())
    return {};
  const bool all_ones = sum.gathering.how == Accumulation::And;
  return fmt::format("{} sum = {};\n/* in the loop */ sum {} ...;\n{}", valueType(type.text),
                     all_ones ? "~0" : "0", changeOf(sum.gathering.how).sign, last);
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
  one.example = example(sum, at.facts.type(access.what.type), name);
  return {std::move(one)};
}

} // namespace fsfind
