#include "rules/model/RuleIds.h"
#include "rules/remedy/idiom/Declaration.h"
#include "rules/remedy/source/Gathering.h"
#include "rules/remedy/source/LocalSums.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind {

namespace {

/// The member's path; `counters[]` where the path alone would be `[]`.
std::string nameOf(const Finding &finding, const FindingMember &member) {
  return (member.path.starts_with('[') ? finding.object.name : "") + member.path;
}

/// A member that threads only accumulate, and one of the loops that do.
struct Sum {
  std::string name;
  Gathering gathering;
  std::string local; ///< the name of the local in the example
  Place declared;
};

/// `hits_sum` for `shards[].hits`.
std::string localNameFor(const std::string &name) {
  constexpr const char *kWord = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  const std::size_t last = name.find_last_of(kWord);
  if (last == std::string::npos)
    return "sum";
  const std::size_t before = name.find_last_not_of(kWord, last);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return name.substr(begin, last + 1 - begin) + "_sum";
}

/// Nobody writes more locals in place of members; of each, all accesses of the program are seen.
constexpr std::size_t kMostSums = 64;

/// All members that can be gathered, each once; none of very many.
std::vector<Sum> sumsOf(const AdviceCase &at) {
  if (at.finding.members.size() > kMostSums)
    return {};
  std::vector<Sum> sums;
  std::vector<Place> known;
  for (const FindingMember &member : at.finding.members) {
    if (std::find(known.begin(), known.end(), member.declared) != known.end())
      continue;
    known.push_back(member.declared);
    if (const Gathering gathering = gatheringOf(at, member.declared); gathering.known())
      sums.push_back({nameOf(at.finding, member), gathering, "sum", member.declared});
  }
  if (sums.size() > 1)
    for (Sum &sum : sums)
      sum.local = localNameFor(sum.name);
  return sums;
}

bool isOfNumbers(std::string_view rule) {
  return rule == kRulePerThreadSlots || rule == kRuleAdjacentThreadFields ||
         rule == kRuleAdjacentGlobals || rule == kRuleContendedAtomic;
}

/// How an accumulation is written, plainly and as the compilers' function for plain numbers.
struct AccumulationText {
  std::string_view sign, function;
};

AccumulationText changeOf(Accumulation how) {
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
      indices.push_back(step.index->text);
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
  const AccumulationText change = changeOf(sum.gathering.how);
  if (!access.held.empty())
    return fmt::format("/* after it, under the same lock */ {} {} {};\n", name, change.sign,
                       sum.local);
  if (!access.atomic)
    return fmt::format("/* after it */ {} {} {};\n", name, change.sign, sum.local);
  if (type.kind == TypeClass::Plain)
    return fmt::format("/* after it */ {}(&{}, {}, __ATOMIC_RELAXED);\n", change.function, name,
                       sum.local);
  const bool has_operators = !type.record || type.text.find("atomic<") != std::string::npos;
  return has_operators ? fmt::format("/* after it, atomically as before */ {} {} {};\n", name,
                                     change.sign, sum.local)
                       : "";
}

std::string exampleOf(const AdviceCase &at, const Sum &sum) {
  const FactType &type = at.facts.type(sum.gathering.access->what.type);
  const std::string last = lastChange(sum, type, written(sum.name, *sum.gathering.access));
  if (last.empty())
    return {};
  const bool all_ones = sum.gathering.how == Accumulation::And;
  return fmt::format("{} {} = {};\n/* in the loop */ {} {} ...;\n{}", valueType(type.text),
                     sum.local, all_ones ? "~0" : "0", sum.local, changeOf(sum.gathering.how).sign,
                     last);
}

/// `line 8 changes 'hits' and line 9 'misses'`
std::string changesInWords(const AdviceCase &at, const std::vector<Sum> &sums) {
  std::string text;
  Place previous;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const Place place = at.facts.place(sums[i].gathering.access->place);
    text += i == 0 ? "" : i + 1 == sums.size() ? " and " : ", ";
    if (i == 0 || place.line != previous.line || place.file != previous.file)
      text += fmt::format("line {} ", place.line);
    text += fmt::format("{}'{}'", i == 0 ? "changes " : "", sums[i].name);
    previous = place;
  }
  return text;
}

/// The edits, or examples where there are none.
void addChanges(Advice &one, const AdviceCase &at, const std::vector<Sum> &sums) {
  std::vector<Place> declared;
  for (const Sum &sum : sums)
    declared.push_back(sum.declared);
  LocalSums local = localSumsOf(at, declared);
  one.edits = std::move(local.edits);
  if (!one.edits.empty())
    return;
  one.obstacle = std::move(local.obstacle);
  for (const Sum &sum : sums)
    one.example += exampleOf(at, sum);
}

} // namespace

std::vector<Advice> countLocally(const AdviceCase &at) {
  if (!isOfNumbers(at.finding.rule))
    return {};
  const std::vector<Sum> sums = sumsOf(at);
  if (sums.empty())
    return {};
  Advice one;
  one.remedy = Remedy::AccumulateLocally;
  one.why =
      fmt::format("{} in a loop, and the sources show nobody who reads {} before the loop ends: {}",
                  changesInWords(at, sums), sums.size() == 1 ? "it" : "them",
                  sums.size() == 1 ? "a local, added once after the loop, takes no memory and "
                                     "writes the shared line once"
                                   : "locals, added once after the loop, take no memory and write "
                                     "the shared line only then");
  addChanges(one, at, sums);
  return {std::move(one)};
}

} // namespace fsfind
