#include "rules/program/Uses.h"

#include "rules/model/NameHints.h"
#include "rules/program/Walk.h"

#include <algorithm>
#include <set>

namespace fsfind {

namespace {

bool isGlobal(const FactVariable &variable) {
  return variable.storage == Storage::Global || variable.storage == Storage::Static;
}

bool modifiesAtomically(const FactAccess &access) {
  return access.atomic && access.op == Op::ReadModifyWrite;
}

/// Marks every record with a member whose type is a marked record; returns whether any was new.
bool markOwners(const Facts &facts, std::vector<bool> &marked) {
  bool news = false;
  for (std::size_t i = 0; i < facts.records.size(); ++i)
    for (const FactMember &member : facts.records[i].members)
      if (const auto inner = facts.type(member.type).record;
          inner && facts.type(member.type).kind != TypeClass::Pointer && !marked[i] &&
          marked[inner->value()])
        news = marked[i] = true;
  return news;
}

/// Records with a member that is modified atomically, at any depth.
std::vector<bool> withAtomics(const Facts &facts) {
  std::vector<bool> marked(facts.records.size());
  for (const FactFunction &function : facts.functions)
    for (const FactAccess &access : function.accesses)
      if (modifiesAtomically(access))
        for (const FactStep &step : access.what.steps)
          if (step.kind == StepKind::Member && step.record.value() < marked.size())
            marked[step.record.value()] = true;
  while (markOwners(facts, marked))
    ;
  return marked;
}

/// Units that define a variable which is modified atomically.
std::set<std::uint32_t> withAtomicGlobals(const Facts &facts) {
  std::set<std::uint32_t> units;
  for (const FactFunction &function : facts.functions)
    for (const FactAccess &access : function.accesses)
      if (modifiesAtomically(access) && access.what.variable &&
          isGlobal(facts.variable(*access.what.variable)))
        units.insert(facts.variable(*access.what.variable).unit);
  return units;
}

bool setsUp(const FactFunction &function, const NameWords &known) {
  return function.kind == FunctionKind::Constructor || function.kind == FunctionKind::Destructor ||
         ((function.kind == FunctionKind::Function) && isSetup(known, function.name));
}

std::vector<bool> settingUp(const Facts &facts) {
  std::vector<bool> marked(facts.functions.size());
  std::transform(facts.functions.begin(), facts.functions.end(), marked.begin(),
                 [&](const FactFunction &one) { return setsUp(one, facts.words); });
  return marked;
}

class Collector {
public:
  Collector(const Facts &facts, const Roles &roles, const Bindings &bindings, const Locks &locks)
      : facts_(facts), roles_(roles), bindings_(bindings), locks_(locks),
        modified_(withAtomics(facts)), units_(withAtomicGlobals(facts)), setup_(settingUp(facts)) {}

  CollectedUses run() {
    for (std::size_t i = 0; i < facts_.functions.size(); ++i)
      for (const FactAccess &access : facts_.functions[i].accesses)
        if (access.frequency != BranchFrequency::Seldom)
          add(FunctionIndex{i}, access);
    dropLatches();
    return {std::move(uses_), std::move(single_reads_)};
  }

private:
  void add(FunctionIndex function, const FactAccess &access);
  void dropLatches();
  [[nodiscard]] static bool matters(const Use &use);
  [[nodiscard]] bool besideAtomic(const Use &use) const;
  [[nodiscard]] bool isFresh(const Designator &what, FunctionIndex function) const;
  [[nodiscard]] bool onlyManages(FunctionIndex function, const FactAccess &access) const;
  [[nodiscard]] std::vector<std::uint32_t> locksOf(const Reached &reached, FunctionIndex function,
                                                   const FactAccess &access) const;
  [[nodiscard]] std::vector<Execution> rolesOf(const Reached &reached, FunctionIndex function,
                                               const FactAccess &access) const;
  [[nodiscard]] Execution asReached(Execution execution, const Reached &reached) const;

  const Facts &facts_;
  const Roles &roles_;
  const Bindings &bindings_;
  const Locks &locks_;
  std::vector<bool> modified_; ///< by record
  std::set<std::uint32_t> units_;
  std::vector<bool> setup_; ///< by function
  std::deque<Use> uses_;
  std::deque<Use> single_reads_;
};

/// The access modifies a member atomically: set-up code would not need that, so the function, in
/// spite of its name, runs while other threads use the object. Variables do not count, because an
/// atomic exchange may initialise them once.
bool expectsOthers(const Facts &facts, const FactFunction &function, const FactAccess &access) {
  const auto &steps = access.what.steps;
  return function.kind == FunctionKind::Function && modifiesAtomically(access) && !steps.empty() &&
         steps.back().kind == StepKind::Member && !access.acquire_lock &&
         facts.type(access.what.type).kind != TypeClass::Pointer;
}

/// A constructor or destructor takes a lock outside its own object, as lock guards do: that lock is
/// in use by other threads, although the object under construction is not.
bool locksAnothers(const FactFunction &function, const FactAccess &access) {
  const auto &steps = access.what.steps;
  const bool own = access.what.root == Root::This &&
                   std::count_if(steps.begin(), steps.end(), [](const FactStep &step) {
                     return step.kind == StepKind::Deref;
                   }) <= 1;
  return access.acquire_lock && !own &&
         (function.kind == FunctionKind::Constructor || function.kind == FunctionKind::Destructor);
}

/// Memory that the function itself has just allocated.
bool Collector::isFresh(const Designator &what, FunctionIndex function) const {
  if (what.root != Root::Variable || what.steps.empty() || what.steps[0].kind != StepKind::Deref)
    return false;
  const auto &allocations = facts_.function(function).allocations;
  return facts_.variable(*what.variable).storage == Storage::Local &&
         !facts_.variable(*what.variable).captured &&
         std::any_of(allocations.begin(), allocations.end(), [&](const FactAllocation &one) {
           return one.target.variable == what.variable && one.target.steps.empty();
         });
}

/// A plain read in a function that starts threads: it serves to start them and wait for them, which
/// happens now and then only.
bool Collector::onlyManages(FunctionIndex function, const FactAccess &access) const {
  const auto &starts = facts_.function(function).starts;
  return access.op == Op::Read && !access.atomic &&
         std::any_of(starts.begin(), starts.end(),
                     [](const FactStart &start) { return !start.waits(); });
}

std::vector<Execution> Collector::rolesOf(const Reached &reached, FunctionIndex function,
                                          const FactAccess &access) const {
  std::vector<Execution> kept;
  const auto callers = roles_.of(reached.caller);
  for (const Execution &execution : roles_.of(function)) {
    const bool elder = !isStarted(execution.role);
    if (elder && (roles_.alone(function, access.place) || onlyManages(function, access)))
      continue;
    const bool through_caller =
        reached.caller == function ||
        std::any_of(callers.begin(), callers.end(),
                    [&](const Execution &caller) { return caller.role == execution.role; });
    if (reached.role ? execution.role == *reached.role : through_caller)
      kept.push_back(asReached(execution, reached));
    else
      continue;
    kept.back().pace = roles_.paces().of(function, access, kept.back().pace);
  }
  return kept;
}

/// `execution` as it holds for calls with the object of `reached`: hot only if a loop lies on the
/// calls that pass this object; other callers may loop with other objects.
Execution Collector::asReached(Execution execution, const Reached &reached) const {
  if (reached.calls.empty())
    return execution;
  const auto callers = roles_.of(reached.caller);
  const bool in_loop =
      std::any_of(reached.calls.begin(), reached.calls.end(), [&](const auto &step) {
        return isOften(roles_.paces().of(step.first, *step.second, {}));
      });
  const bool from_loop = std::any_of(callers.begin(), callers.end(), [&](const Execution &caller) {
    return caller.role == execution.role && caller.hot();
  });
  if (execution.hot() && !in_loop && !from_loop)
    execution.pace = {};
  return execution;
}

/// The locks held at the access, and at the calls that pass the object to it.
std::vector<std::uint32_t> Collector::locksOf(const Reached &reached, FunctionIndex function,
                                              const FactAccess &access) const {
  auto all = locks_.heldAt(function, access);
  for (const auto &[caller, call] : reached.calls) {
    const auto held = locks_.heldAt(caller, *call);
    all.insert(all.end(), held.begin(), held.end());
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

bool Collector::besideAtomic(const Use &use) const {
  if (use.frame && modified_[use.frame->record.value()])
    return true;
  return use.root && isGlobal(facts_.variable(*use.root)) &&
         units_.count(facts_.variable(*use.root).unit) != 0;
}

bool Collector::matters(const Use &use) {
  const FactAccess &access = *use.access;
  return use.writes() || access.bulk || use.synchronises() || use.looped || use.hot();
}

void Collector::add(FunctionIndex function, const FactAccess &access) {
  if (access.what.root == Root::Unknown && access.what.steps.empty())
    return;
  if (isFresh(access.what, function))
    return;
  const FactFunction &where = facts_.function(function);
  for (const Reached &reached : bindings_.resolve(access.what, function)) {
    Use use;
    use.function = function;
    use.author = reached.author;
    use.access = &access;
    use.roles = rolesOf(reached, function, access);
    use.passed_by.reserve(reached.calls.size());
    for (const auto &[caller, call] : reached.calls)
      use.passed_by.push_back(call);
    use.handed_over = reached.through_start || reached.through_store;
    use.looped = isOften(roles_.paces().of(function, access, {}));
    if (!Walk(facts_, bindings_).run(reached, use) || !(matters(use) || besideAtomic(use)))
      continue;
    const bool own_setup = setup_[function.value()] && !locksAnothers(where, access) &&
                           !expectsOthers(facts_, where, access);
    const bool by_author = use.author != function && setup_[use.author.value()];
    use.setup = own_setup || by_author;
    use.locks = locksOf(reached, function, access);
    (matters(use) ? uses_ : single_reads_).push_back(std::move(use));
  }
}

/// Drops writes that are guarded by a test that the datum does not have the value yet (a maximum, a
/// `done` flag, lazy creation): they happen a few times. Not if another place writes the datum
/// unguarded and so resets it.
void Collector::dropLatches() {
  const auto latched = [](const Use &use) {
    return use.access->frequency == BranchFrequency::Latched;
  };
  if (std::none_of(uses_.begin(), uses_.end(), latched))
    return;
  std::set<FactPlace> changing;
  for (const Use &use : uses_)
    if (use.writes() && !use.setup && use.access->frequency == BranchFrequency::Usual)
      changing.insert(use.declared);
  std::erase_if(uses_,
                [&](const Use &use) { return latched(use) && !changing.contains(use.declared); });
}

} // namespace

CollectedUses collectUses(const Facts &facts, const Roles &roles, const Bindings &bindings,
                          const Locks &locks) {
  return Collector(facts, roles, bindings, locks).run();
}

} // namespace fsfind
