#include "rules/remedy/idiom/Declaration.h"
#include "rules/remedy/idiom/Idiom.h"
#include "rules/remedy/source/Accesses.h"
#include "rules/remedy/source/AdviceCase.h"
#include "rules/remedy/source/WrittenAlignment.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace fsfind {

namespace {

/// A list of free objects: what threads take from it they would else allocate, so that nobody waits
/// for an object that is on it. A list of work, whose objects somebody waits for, is none.
struct FreeList {
  std::string name, type; ///< of the pointer to its first object
  std::uint32_t line = 0; ///< where the first object is taken
};

/// `head = head->next`
bool takesFirst(const Facts &facts, const FactAccess &access) {
  if (access.op != Op::Write || !access.stored || access.stored->steps.size() < 2)
    return false;
  const auto &steps = access.stored->steps;
  if (steps.back().kind != StepKind::Member || steps[steps.size() - 2].kind != StepKind::Deref)
    return false;
  Designator first = *access.stored;
  first.steps.resize(steps.size() - 2);
  const Place head = declaredAt(facts, access.what);
  return head.known() && declaredAt(facts, first) == head;
}

/// The function makes an object of the kind, for the case that the list is empty.
bool allocates(const Facts &facts, const FactFunction &function, const FactAccess &taken) {
  const auto record = taken.stored->steps.back().record;
  return std::any_of(function.allocations.begin(), function.allocations.end(),
                     [&](const FactAllocation &one) {
                       return one.element && facts.type(*one.element).record == record;
                     });
}

/// The finding is about the list's head, or about the lock that guards it there.
bool isAbout(const AdviceCase &at, const FactFunction &function, const FactAccess &taken) {
  const Place &declared = at.finding.members.front().declared;
  return declaredAt(at.facts, taken.what) == declared ||
         std::any_of(taken.held.begin(), taken.held.end(), [&](std::uint32_t lock) {
           return declaredAt(at.facts, function.locks[lock]) == declared;
         });
}

std::optional<FreeList> freeListOf(const AdviceCase &at) {
  for (std::size_t i = 0; i < at.facts.functions.size(); ++i) {
    const FactFunction &function = at.facts.functions[i];
    if (!isOfThreads(at.roles, FunctionIndex{i}))
      continue;
    for (const FactAccess &access : function.accesses) {
      if (!takesFirst(at.facts, access) || !allocates(at.facts, function, access) ||
          !isAbout(at, function, access))
        continue;
      const auto &steps = access.what.steps;
      const bool member = !steps.empty() && steps.back().kind == StepKind::Member;
      if (!member && !access.what.variable)
        continue;
      return FreeList{member
                          ? at.facts.record(steps.back().record).members[steps.back().member].name
                          : std::string(unqualified(at.facts.variable(*access.what.variable).name)),
                      at.facts.type(access.what.type).text, access.place.line};
    }
  }
  return std::nullopt;
}

std::string exampleOf(const AdviceCase &at, const FreeList &list) {
  const bool cplusplus = isCplusplus(at.facts, at.finding.location.file).value_or(true);
  const std::string own = "own_" + list.name;
  return fmt::format("static {} {};\n"
                     "// take from '{}', and put back there; '{}' and its lock only\n"
                     "// where it is empty, or has more than 64: then for 32 at once\n",
                     cplusplus ? "thread_local" : "_Thread_local", declaration(list.type, own), own,
                     list.name);
}

} // namespace

std::vector<Advice> poolPerThread(const AdviceCase &at) {
  if (at.finding.sharing != Sharing::True || at.finding.members.empty())
    return {};
  const auto list = freeListOf(at);
  if (!list)
    return {};
  Advice one;
  one.remedy = Remedy::PerThread;
  one.why = fmt::format(
      "all threads take free objects from the one list '{}' (line {}), and allocate where it is "
      "empty, so that nobody waits for what is on it: a list for each thread, with the shared one "
      "for what is too much or too little, is used without a lock; a thread gives what it has to "
      "the shared list before it ends",
      list->name, list->line);
  one.example = exampleOf(at, *list);
  return {std::move(one)};
}

} // namespace fsfind
