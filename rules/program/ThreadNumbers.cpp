#include "rules/program/ThreadNumbers.h"

#include "rules/program/Composition.h"
#include "rules/program/Program.h"

#include <algorithm>
#include <set>
#include <utility>

namespace fsfind {

namespace {

constexpr int kNumberDepth = 4;
/// A function with more callers is a general helper, and a member with more stores is a state.
constexpr std::size_t kMaxNumberCallers = 16, kMaxNumberStores = 8;

using Domain = std::optional<NumberDomain>;

Domain ofConstant(std::uint32_t value) {
  return value < kGuardedValues ? Domain({std::uint64_t{1} << value, true}) : std::nullopt;
}

/// The numbers of threads that are started, or objects that are made, in two ways.
Domain both(const Domain &one, const Domain &other) {
  if (!one || !other)
    return std::nullopt;
  const bool meet = one->values != kAllValues && (one->values & other->values) != 0;
  return NumberDomain{one->values | other->values, one->unique && other->unique && !meet};
}

bool derefs(const Designator &what) {
  return std::any_of(what.steps.begin(), what.steps.end(),
                     [](const FactStep &step) { return step.kind == StepKind::Deref; });
}

std::vector<const FactIndex *> indicesOf(const Designator &what) {
  std::vector<const FactIndex *> indices;
  for (const FactStep &step : what.steps)
    if (step.kind == StepKind::Index)
      indices.push_back(&*step.index);
  return indices;
}

/// Different variables, or elements of different constant indices.
bool areOthers(const Designator &a, const Designator &b) {
  if (a.root != Root::Variable || b.root != Root::Variable || derefs(a) || derefs(b))
    return false;
  if (a.variable != b.variable)
    return true;
  const auto left = indicesOf(a), right = indicesOf(b);
  for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i)
    if (left[i]->from == Provenance::Constant && right[i]->from == Provenance::Constant &&
        left[i]->number != right[i]->number)
      return true;
  return false;
}

/// Some element, not one that is named by constants.
bool isSome(const Designator &what) {
  const auto indices = indicesOf(what);
  return std::any_of(indices.begin(), indices.end(),
                     [](const FactIndex *index) { return index->from != Provenance::Constant; });
}

bool isByLoop(const Designator &what) {
  const auto indices = indicesOf(what);
  return std::any_of(indices.begin(), indices.end(), [](const FactIndex *index) {
    return index->from == Provenance::Loop || index->from == Provenance::SpawnLoop;
  });
}

} // namespace

ThreadNumbers::ThreadNumbers(const Facts &facts, const Roles &roles)
    : facts_(facts), roles_(roles) {
  collect();
}

void ThreadNumbers::want(const FactNumber &number) {
  if (const ArrayId array = arrayOf(number.object); array.record)
    stores_[array];
}

void ThreadNumbers::collect() {
  for (const FactFunction &function : facts_.functions) {
    for (const FactAccess &access : function.accesses)
      for (const FactGuard &guard : access.guards)
        want(guard.number);
    for (const FactCall &call : function.calls) {
      for (const FactGuard &guard : call.guards)
        want(guard.number);
      for (const FactArgument &argument : call.arguments)
        if (argument.number)
          want(*argument.number);
    }
    for (const FactStart &start : function.starts)
      for (const FactArgument &argument : start.arguments)
        if (argument.what.variable && argument.what.address_of)
          stores_[arrayOf(argument.what)];
  }
  for (std::size_t i = 0; i < facts_.functions.size(); ++i)
    for (const FactAccess &access : facts_.functions[i].accesses)
      if (access.op != Op::Read)
        if (const auto found = stores_.find(arrayOf(access.what)); found != stores_.end())
          found->second.push_back({FunctionIndex{i}, &access});
}

Domain ThreadNumbers::of(const FactNumber &number, RoleIndex index) const {
  const Role &role = roles_.role(index);
  if (role.starts.empty() || role.starts.size() > kMaxNumberCallers)
    return std::nullopt;
  Domain all;
  for (const StartSite &site : role.starts) {
    if (!site.start->own_thread)
      return std::nullopt;
    Domain one = ofStart(number, index, *site.start, site.function);
    if (!one)
      return std::nullopt;
    all = &site == &role.starts.front() ? one : both(all, one);
  }
  return all;
}

Domain ThreadNumbers::ofCaptured(VariableIndex at, RoleIndex role) const {
  const FactVariable &variable = facts_.variable(at);
  const auto &starts = roles_.role(role).starts;
  // All threads that one call starts have the same.
  const bool several = std::any_of(starts.begin(), starts.end(),
                                   [](const StartSite &site) { return site.start->many; });
  return variable.parameter && variable.function && !several
             ? ofPassed(*variable.parameter, *variable.function, kNumberDepth)
             : std::nullopt;
}

Domain ThreadNumbers::ofStart(const FactNumber &number, RoleIndex role, const FactStart &start,
                              FunctionIndex in) const {
  const Designator &object = number.object;
  const std::uint32_t at = object.root == Root::Unknown ? number.index.number : object.parameter;
  const bool given = at < start.arguments.size();
  const bool behind = object.root == Root::Parameter && number.index.from == Provenance::Parameter;
  if (object.root == Root::Unknown ||
      (behind && given && start.arguments[at].value->from == Provenance::Constant)) {
    if (!given)
      return std::nullopt;
    const Provenance from = start.arguments[at].value->from;
    if (start.many && from == Provenance::Parameter)
      return std::nullopt; // the same for all threads that one call starts
    Domain found = ofArgument(start.arguments[at], in, kNumberDepth);
    if (found && start.many && from == Provenance::Constant)
      found->unique = false;
    return found;
  }
  Designator value = object;
  if (object.root == Root::Parameter) {
    if (!given)
      return std::nullopt;
    value = start.arguments[at].what;
  } else if (start.object) {
    value = *start.object;
    value.address_of = value.address_of || facts_.type(value.type).kind != TypeClass::Pointer;
  } else if (facts_.function(*roles_.role(role).entry).kind != FunctionKind::Lambda)
    return std::nullopt;
  else
    return ofStored(value, role);
  return extend(facts_, value, object, object.steps) ? ofStored(value, role) : std::nullopt;
}

Domain ThreadNumbers::ofArgument(const FactArgument &argument, FunctionIndex in, int depth) const {
  switch (argument.value->from) {
  case Provenance::Constant:
    return ofConstant(argument.value->number);
  case Provenance::SpawnLoop:
  case Provenance::Loop:
  case Provenance::Ticket:
    break;
  case Provenance::ThreadHash:
    return NumberDomain{kAllValues, false}; // `i % 2`
  case Provenance::Parameter: {
    const Domain passed = ofPassed(argument.value->number, in, depth);
    if (!passed || (argument.number && argument.factor == 1 && argument.offset == 0))
      return passed;
    return NumberDomain{kAllValues, passed->unique};
  }
  default:
    return std::nullopt;
  }
  if (!argument.number)
    return NumberDomain{kAllValues, true};
  std::uint64_t values = 0;
  for (std::uint64_t i = argument.offset; i < kGuardedValues; i += std::max(argument.factor, 1U))
    values |= std::uint64_t{1} << i;
  return NumberDomain{values, true};
}

Domain ThreadNumbers::ofPassed(std::uint32_t parameter, FunctionIndex in, int depth) const {
  const auto callers = roles_.callers(in);
  if (depth == 0 || callers.empty() || callers.size() > kMaxNumberCallers)
    return std::nullopt;
  Domain all;
  bool first = true;
  for (const auto &[caller, call] : callers) {
    if (parameter >= call->arguments.size())
      return std::nullopt;
    const Domain one = ofArgument(call->arguments[parameter], caller, depth - 1);
    all = std::exchange(first, false) ? one : both(all, one);
    if (!all)
      return std::nullopt;
  }
  return all;
}

/// The values stored in the number; none if it is stored where the role's threads run, or more than
/// once.
Domain ThreadNumbers::ofStored(const Designator &what, RoleIndex role) const {
  const auto found = stores_.find(arrayOf(what));
  if (found == stores_.end() || found->second.size() > kMaxNumberStores)
    return std::nullopt;
  Domain all;
  std::set<std::uint32_t> places;
  std::size_t constants = 0, others = 0;
  for (const Stored &store : found->second) {
    if (areOthers(store.access->what, what))
      continue;
    const auto reached = roles_.of(store.function);
    if (std::any_of(reached.begin(), reached.end(),
                    [&](const Execution &execution) { return execution.role == role; }))
      return std::nullopt;
    const Domain one = ofStore(store, what);
    const bool constant = store.access->value->from == Provenance::Constant;
    all = constants + others == 0 ? one : both(all, one);
    if (!all)
      return std::nullopt;
    (constant ? constants : others) += 1;
    if (const auto indices = indicesOf(store.access->what); constant && indices.size() == 1)
      places.insert(indices.front()->number);
  }
  const bool single = constants <= 1 && !isSome(what);
  return constants == 0 || (others == 0 && (single || (isSome(what) && places.size() == constants)))
             ? all
             : std::nullopt;
}

Domain ThreadNumbers::ofStore(const Stored &store, const Designator &what) const {
  const FactAccess &access = *store.access;
  if (access.op != Op::Write || access.bulk)
    return std::nullopt;
  switch (access.value->from) {
  case Provenance::Constant:
    return ofConstant(access.value->number);
  case Provenance::SpawnLoop:
    return NumberDomain{kAllValues, true};
  case Provenance::ThreadHash:
    return NumberDomain{kAllValues, false};
  case Provenance::Loop:
    return isByLoop(access.what) ? Domain({kAllValues, true}) : std::nullopt;
  case Provenance::Ticket:
    return facts_.function(store.function).kind == FunctionKind::Constructor
               ? Domain({kAllValues, true})
               : std::nullopt;
  case Provenance::Parameter:
    return ofMade(store, what);
  default:
    return std::nullopt;
  }
}

/// Stored by a constructor, or by a function that fills the object, as its caller says.
Domain ThreadNumbers::ofMade(const Stored &store, const Designator &what) const {
  const std::uint32_t parameter = store.access->value->number;
  const Designator &target = store.access->what;
  const auto callers = roles_.callers(store.function);
  if (callers.empty() || callers.size() > kMaxNumberCallers)
    return std::nullopt;
  Domain all;
  for (const auto &[caller, call] : callers) {
    if (parameter >= call->arguments.size())
      return std::nullopt;
    const Designator *object = nullptr;
    if (target.root == Root::This && call->object)
      object = &*call->object;
    else if (target.root == Root::Parameter && target.parameter < call->arguments.size())
      object = &call->arguments[target.parameter].what;
    if (object && areOthers(*object, what))
      continue;
    const FactArgument &argument = call->arguments[parameter];
    const bool known =
        object && object->root == Root::Variable && !derefs(*object) && what.root == Root::Variable;
    if (argument.value->from == Provenance::Constant && (!known || all))
      return std::nullopt;
    const Domain one = ofArgument(argument, caller, kNumberDepth);
    all = all ? both(all, one) : one;
    if (!all)
      return std::nullopt;
  }
  return all;
}

} // namespace fsfind
