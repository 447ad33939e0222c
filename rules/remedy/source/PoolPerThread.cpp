#include "rules/remedy/idiom/Declaration.h"
#include "rules/remedy/idiom/Idiom.h"
#include "rules/remedy/source/Accesses.h"
#include "rules/remedy/source/AdviceCase.h"
#include "rules/remedy/source/WrittenAlignment.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <set>

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
  const FactPlace head = declarationOf(facts, access.what);
  return head.known() && declarationOf(facts, first) == head;
}

/// What takes the first object of such a list, by the place of its head, and by those of the locks
/// that guard it there. The function makes an object of the kind, for the case that the list is
/// empty.
Grouped<FactPlace, SeenAccess> freeListsIn(const Facts &facts, const Roles &roles) {
  std::vector<std::pair<FactPlace, SeenAccess>> all;
  for (std::size_t i = 0; i < facts.functions.size(); ++i) {
    const FactFunction &function = facts.functions[i];
    if (!isOfThreads(roles, FunctionIndex{i}))
      continue;
    std::set<std::optional<RecordIndex>> made;
    for (const FactAllocation &one : function.allocations)
      if (one.element)
        made.insert(facts.type(*one.element).record);
    for (const FactAccess &access : function.accesses) {
      const auto &steps = access.what.steps;
      const bool member = !steps.empty() && steps.back().kind == StepKind::Member;
      if (!takesFirst(facts, access) || !made.contains(access.stored->steps.back().record) ||
          (!member && !access.what.variable))
        continue;
      const SeenAccess taken{FunctionIndex{i}, &access};
      all.emplace_back(declarationOf(facts, access.what), taken);
      for (const std::uint32_t lock : access.held)
        all.emplace_back(declarationOf(facts, function.locks[lock]), taken);
    }
  }
  return Grouped(std::move(all));
}

/// The list whose head, or whose lock, the finding is about.
std::optional<FreeList> freeListOf(const AdviceCase &at) {
  const auto &lists = at.inquiries.free_lists([&] { return freeListsIn(at.facts, at.roles); });
  const FactPlace declared = at.lookup.declared.place(at.finding.members.front().declared);
  const SeenAccess *taken = declared.known() ? lists.first(declared) : nullptr;
  if (!taken)
    return std::nullopt;
  const FactAccess &access = *taken->access;
  const auto &steps = access.what.steps;
  const bool member = !steps.empty() && steps.back().kind == StepKind::Member;
  return FreeList{member ? at.facts.record(steps.back().record).members[steps.back().member].name
                         : std::string(unqualified(at.facts.variable(*access.what.variable).name)),
                  at.facts.type(access.what.type).text, access.place.line};
}

std::string exampleOf(const AdviceCase &at, const FreeList &list) {
  const bool cplusplus = isCplusplus(at.lookup, at.finding.location.file).value_or(true);
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
