#include "rules/model/RuleIds.h"
#include "rules/remedy/idiom/Languages.h"
#include "rules/remedy/source/Accesses.h"
#include "rules/remedy/source/AdviceCase.h"
#include "rules/remedy/source/Gathering.h"
#include "rules/remedy/source/WrittenAlignment.h"

#include <fmt/format.h>

namespace fsfind {

namespace {

Advice byNode(const AdviceCase &at) {
  Advice one;
  one.remedy = Remedy::ShardPerCpu;
  one.why = fmt::format("'{}' is one for each node: choose it by the node that the thread runs on",
                        at.finding.object.name);
  one.example = "unsigned cpu, node;\ngetcpu(&cpu, &node);\n";
  return one;
}

/// Empty where the number has no name of its own.
std::string example(const AdviceCase &at, const FindingMember &counter) {
  const FactAccess *access = findAccess(at.lookup, counter.declared, [&](const FactAccess &one) {
    return one.op == Op::ReadModifyWrite;
  });
  const std::string name(unqualified(counter.path));
  if (!access || name.find('[') != std::string::npos)
    return {};
  const bool cplusplus = isCplusplus(at.lookup, at.finding.location.file).value_or(true);
  const Idiom &idiom = cplusplus ? cplusplusIdiom() : cIdiom();
  return idiom.counterInParts({at.facts.type(access->what.type).text, name}, at.line_size);
}

} // namespace

std::vector<Advice> shard(const AdviceCase &at) {
  if (at.finding.rule == kRuleShardByThreadId)
    return {byNode(at)};
  if (at.finding.sharing != Sharing::True || at.finding.members.empty())
    return {};
  const std::string &name = at.finding.members.front().path;
  if (accumulationOf(at, at.finding.members.front().declared) == Accumulation::None)
    return {};
  Advice one;
  one.remedy = Remedy::ShardPerCpu;
  one.why = fmt::format(
      "all threads update the same '{}', so that padding does not help: one for each CPU or node, "
      "still changed atomically, for threads move between CPUs, and put together by who reads",
      name);
  one.example = example(at, at.finding.members.front());
  return {std::move(one)};
}

} // namespace fsfind
