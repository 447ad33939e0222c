#include "rules/model/RuleIds.h"
#include "rules/remedy/idiom/Declaration.h"
#include "rules/remedy/source/Accesses.h"
#include "rules/remedy/source/AdviceCase.h"
#include "rules/remedy/source/ElementArray.h"
#include "rules/remedy/source/WrittenAlignment.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind {

namespace {

/// An element chosen by hash belongs to keys, not to a thread.
bool isChosenByHash(const AdviceCase &at) {
  const std::vector<SeenAccess> all = accessesThrough(at.lookup, at.finding.location);
  return std::any_of(all.begin(), all.end(), [&](const SeenAccess &one) {
    const auto &steps = one.access->what.steps;
    return std::any_of(steps.begin(), steps.end(), [](const FactStep &step) {
      return step.kind == StepKind::Index && step.index->from == Provenance::Hash;
    });
  });
}

/// Other threads read the datum, and could not find it in another thread's storage.
bool othersRead(const Finding &finding) {
  return std::any_of(finding.members.begin(), finding.members.end(), [](const auto &member) {
    return std::any_of(member.readers.begin(), member.readers.end(), [&](const auto &reader) {
      return std::find(member.writers.begin(), member.writers.end(), reader) ==
             member.writers.end();
    });
  });
}

bool isOwnNumber(Provenance from) {
  switch (from) {
  case Provenance::SpawnLoop:
  case Provenance::ParallelLoop:
  case Provenance::StridedLoop:
  case Provenance::ThreadId:
  case Provenance::ThreadHash:
  case Provenance::Parameter:
  case Provenance::Member:
    return true;
  default:
    return false;
  }
}

/// Threads use elements by other numbers than their own, as thieves do.
bool threadsVisitOthers(const AdviceCase &at) {
  const std::vector<SeenAccess> all = accessesThrough(at.lookup, at.finding.location);
  return std::any_of(all.begin(), all.end(), [&](const SeenAccess &one) {
    const auto &steps = one.access->what.steps;
    return isOfThreads(at.roles, one.function) &&
           std::any_of(steps.begin(), steps.end(), [](const FactStep &step) {
             return step.kind == StepKind::Index && !isOwnNumber(step.index->from);
           });
  });
}

std::string example(const AdviceCase &at, const ElementArray &array) {
  if (isCplusplus(at.lookup, at.finding.location.file).value_or(false))
    return fmt::format("thread_local {}{{}};\n", declaration(array.type, "own"));
  return fmt::format("static _Thread_local {};\n", declaration(array.type, "own"));
}

} // namespace

std::vector<Advice> onePerThread(const AdviceCase &at) {
  Advice one;
  one.remedy = Remedy::PerThread;
  if (at.finding.rule == kRulePartitionEdges) {
    one.why = "a contiguous part for each thread, that begins with a cacheline, leaves threads "
              "nothing to share but the edges";
    return {std::move(one)};
  }
  if (at.finding.rule != kRulePerThreadSlots)
    return {};
  const ElementArray array = elementArray(at);
  if (array.type.empty() || isChosenByHash(at) || othersRead(at.finding) || threadsVisitOthers(at))
    return {};
  one.why = "an object that the thread itself makes, in its thread-local storage or on its stack, "
            "lies apart from those of others and on the thread's own NUMA node; what others are to "
            "see of "
            "it the thread hands over before it ends";
  one.example = example(at, array);
  return {std::move(one)};
}

} // namespace fsfind
