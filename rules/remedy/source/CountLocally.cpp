#include "rules/model/RuleIds.h"
#include "rules/remedy/source/Accesses.h"
#include "rules/remedy/source/AdviceCase.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind {

namespace {

/// Modifies it in a loop of its own function.
bool changesInLoop(const FactAccess &access) {
  return access.op == Op::ReadModifyWrite && access.loop_depth > 0 && !access.bulk &&
         !access.acquire_lock;
}

/// The number and where it is changed.
struct Sum {
  const FindingMember *member = nullptr;
  const FactAccess *access = nullptr;
};

/// One thread's own, so that nobody misses what it has not stored yet, nor overwrites it.
bool isOwn(const FindingMember &member, const FactAccess &access) {
  return member.writers.size() == 1 && access.held.empty();
}

/// Nobody waits for its value: those that read it are those that change it.
bool isOfWriters(const FindingMember &member) {
  return std::all_of(member.readers.begin(), member.readers.end(), [&](const std::string &reader) {
    return std::find(member.writers.begin(), member.writers.end(), reader) != member.writers.end();
  });
}

/// `counters[]` where the path alone would say `[]`.
std::string nameOf(const Finding &finding, const FindingMember &member) {
  return (member.path.starts_with('[') ? finding.object.name : "") + member.path;
}

/// `std::atomic<long>` counts what its argument does.
std::string valueType(std::string type) {
  const std::size_t begin = type.find('<'), end = type.rfind('>');
  if (begin != std::string::npos && end != std::string::npos && begin < end)
    return type.substr(begin + 1, end - begin - 1);
  for (const std::string word : {"volatile ", "_Atomic(", ")"})
    if (const std::size_t found = type.find(word); found != std::string::npos)
      type.erase(found, word.size());
  return type;
}

/// Flags and pointers are set, not added to: others wait for what a loop stores in them.
bool isAddedTo(const FactType &type) {
  const std::string text = valueType(type.text);
  return !type.element && text.find_first_of("*&") == std::string::npos &&
         text.find("bool") == std::string::npos && text.find("Bool") == std::string::npos &&
         text.find("flag") == std::string::npos;
}

Sum sumOf(const AdviceCase &at) {
  for (const FindingMember &member : at.finding.members)
    if (member.declared.known() && isOfWriters(member))
      if (const FactAccess *access = findAccess(at.facts, [&](const FactAccess &one) {
            return changesInLoop(one) &&
                   (at.finding.sharing == Sharing::True || isOwn(member, one)) &&
                   declaredAt(at.facts, one.what) == member.declared &&
                   isAddedTo(at.facts.type(one.what.type));
          }))
        return {&member, access};
  return {};
}

bool isOfNumbers(std::string_view rule) {
  return rule == kRulePerThreadSlots || rule == kRuleAdjacentThreadFields ||
         rule == kRuleAdjacentGlobals || rule == kRuleContendedAtomic ||
         rule == kRulePartitionEdges;
}

} // namespace

std::vector<Advice> countLocally(const AdviceCase &at) {
  if (!isOfNumbers(at.finding.rule))
    return {};
  const Sum sum = sumOf(at);
  if (!sum.access)
    return {};
  const Place place = at.facts.place(sum.access->place);
  const std::string name = nameOf(at.finding, *sum.member);
  const std::string type = valueType(at.facts.type(sum.access->what.type).text);
  const bool shared = at.finding.sharing == Sharing::True; // others change it meanwhile
  Advice one;
  one.remedy = Remedy::AccumulateLocally;
  one.why =
      fmt::format("line {} changes '{}' in a loop: a local {}, {} once after the loop, takes no "
                  "memory and writes the shared line once",
                  place.line, name, shared ? "sum" : "copy", shared ? "added" : "stored");
  one.example =
      shared
          ? fmt::format("{} sum = 0;\n/* in the loop */ sum += ...;\n/* after it */ {} += sum;\n",
                        type, name)
          : fmt::format("{} own = {};\n/* in the loop */ own = ...;\n/* after it */ {} = own;\n",
                        type, name, name);
  return {std::move(one)};
}

} // namespace fsfind
