#include "rules/model/RuleIds.h"
#include "rules/remedy/source/Accesses.h"
#include "rules/remedy/source/Gathering.h"
#include "rules/remedy/source/WrittenAlignment.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind {

namespace {

/// The datum is used as a lock.
bool isLock(const AdviceCase &at) {
  return findAccess(at.facts, [&](const FactAccess &access) {
           return access.acquire_lock &&
                  declaredAt(at.facts, access.what) == at.finding.members.front().declared;
         }) != nullptr;
}

Advice byNode(const AdviceCase &at) {
  Advice one;
  one.remedy = Remedy::ShardPerCpu;
  one.why = fmt::format("'{}' is one for each node: choose it by the node that the thread runs on",
                        at.finding.object.name);
  one.example = "unsigned cpu, node;\ngetcpu(&cpu, &node);\n";
  return one;
}

/// Threads act on the value that they read, so copies would not mean the same.
Advice changedLess(const std::string &name) {
  Advice one;
  one.remedy = Remedy::ShardPerCpu;
  one.why =
      fmt::format("all threads update the same '{}' and may act by its value, so that neither "
                  "padding nor a local copy helps: change it less often (several steps at "
                  "once, a test before the write), or give each CPU or node one of its own "
                  "together with the data it is about",
                  name);
  return one;
}

/// Whether what a lock guards can be parted is the author's knowledge.
Advice heldLess(const std::string &name) {
  Advice one;
  one.remedy = Remedy::ShardPerCpu;
  one.why =
      fmt::format("all threads lock the same '{}', so that padding does not help: hold it for "
                  "less work or take it less often (several steps at once), or have several "
                  "locks if what it guards has parts that are used apart",
                  name);
  return one;
}

/// The thread may have moved to another CPU when it uses its shard, and CPUs may be added.
std::string example(const AdviceCase &at, bool cplusplus) {
  const std::string align = alignmentBy({}, at.line_size).text(cplusplus);
  return cplusplus ? fmt::format("struct {}Shard {{ ... }};\nShard shards[CPUS]; // "
                                 "shards[sched_getcpu() % CPUS]\n",
                                 align)
                   : fmt::format("struct shard {{ {}...; }};\nstruct shard shards[CPUS]; /* "
                                 "shards[sched_getcpu() % CPUS] */\n",
                                 align);
}

} // namespace

std::vector<Advice> shard(const AdviceCase &at) {
  if (at.finding.rule == kRuleShardByThreadId)
    return {byNode(at)};
  if (at.finding.sharing != Sharing::True || at.finding.members.empty())
    return {};
  const std::string &name = at.finding.members.front().path;
  const bool cplusplus = isCplusplus(at.facts, at.finding.location.file).value_or(true);
  if (isLock(at))
    return {heldLess(name)};
  if (accumulationOf(at, at.finding.members.front().declared) == Accumulation::None)
    return {changedLess(name)};
  Advice one;
  one.remedy = Remedy::ShardPerCpu;
  one.why = fmt::format(
      "all threads update the same '{}', so that padding does not help: one for each CPU or node, "
      "still changed atomically, for threads move between CPUs, and put together by who reads",
      name);
  one.example = example(at, cplusplus);
  return {std::move(one)};
}

} // namespace fsfind
