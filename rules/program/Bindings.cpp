#include "rules/program/Bindings.h"

#include "rules/program/Composition.h"

#include <algorithm>

namespace fsfind {

namespace {

constexpr int kPointerDepth = 5;
constexpr std::size_t kMaxWays = 8;
constexpr std::size_t kMaxPointerStores = 3;

bool isNested(const FactFunction &function) {
  return function.kind == FunctionKind::Lambda || function.kind == FunctionKind::ParallelRegion;
}

/// The function around the lambdas and parallel regions that `at` is nested in.
FunctionIndex methodAround(const Facts &facts, FunctionIndex at) {
  while (isNested(facts.function(at)) && facts.function(at).parent)
    at = *facts.function(at).parent;
  return at;
}

/// A copy of `from` with another object.
Reached onTheWay(const Reached &from, Designator what) {
  return {.what = std::move(what),
          .in = from.in,
          .through_start = from.through_start,
          .through_store = from.through_store,
          .role = from.role,
          .caller = from.caller,
          .author = from.author,
          .calls = from.calls};
}

/// Callers, or the code that stored the number, may tell more about it.
bool isTraceable(const FactIndex &index) {
  return index.from == Provenance::Parameter || index.from == Provenance::Member ||
         index.from == Provenance::Hash || index.from == Provenance::Ticket ||
         index.from == Provenance::StridedLoop;
}

} // namespace

Bindings::Bindings(const Facts &facts, const Roles &roles)
    : facts_(facts), bases_(basesIn(facts)), roles_(roles), passings_(facts.functions.size()),
      drawing_(drawBeforeLoops(facts)), handed_over_(facts.records.size()) {
  collect();
}

void Bindings::collect() {
  for (std::size_t i = 0; i < facts_.functions.size(); ++i) {
    const FactFunction &function = facts_.functions[i];
    for (const FactCall &call : function.calls)
      for (const FunctionIndex target : roles_.targets(call.callee))
        passings_[target.value()].push_back(
            {FunctionIndex{i}, &call.object, &call.arguments, false, false, &call});
    for (const FactStart &start : function.starts) {
      for (const FunctionIndex target : roles_.targets(start.entry)) {
        const auto role = roles_.startedIn(target);
        passings_[target.value()].push_back({FunctionIndex{i}, &start.object, &start.arguments,
                                             true, role && roles_.role(*role).starts.size() > 1});
      }
      if (start.object)
        noteHandedOver(*start.object);
      for (const FactArgument &argument : start.arguments)
        noteHandedOver(argument.what);
    }
    for (const FactAccess &access : function.accesses)
      collectStore(FunctionIndex{i}, access);
  }
  handOverDerived();
}

/// Who hands over `this` of a base, as a thread class does, hands over the derived object.
void Bindings::handOverDerived() {
  for (bool more = true; more;) {
    more = false;
    for (std::size_t i = 0; i < facts_.records.size(); ++i) {
      const auto &members = facts_.records[i].members;
      const bool derived = !handed_over_[i] &&
                           std::any_of(members.begin(), members.end(), [&](const FactMember &one) {
                             const auto base =
                                 one.base ? facts_.type(one.type).record : std::nullopt;
                             return base && handed_over_[base->value()];
                           });
      more = more || derived;
      handed_over_[i] = handed_over_[i] || derived;
    }
  }
}

void Bindings::noteHandedOver(const Designator &what) {
  if (what.root == Root::Unknown)
    return;
  const FactType *type = &facts_.type(what.type);
  if (!what.address_of && type->element)
    type = &facts_.type(*type->element);
  if (type->record)
    handed_over_[type->record->value()] = true;
}

void Bindings::collectStore(FunctionIndex function, const FactAccess &access) {
  if (access.op != Op::Write || access.what.steps.empty())
    return;
  if (access.what.steps.back().kind == StepKind::Index && access.what.root == Root::Variable &&
      access.value->from != Provenance::Unknown && access.value->from != Provenance::Constant)
    elements_[*access.what.variable].push_back({function, &*access.value});
  if (access.what.steps.back().kind != StepKind::Member)
    return;
  const FactStep &last = access.what.steps.back();
  const MemberKey key{last.record, last.member};
  if (access.stored && access.stored->root == Root::Result)
    return; // a function's result tells no more than the member does
  if (access.stored)
    pointers_[key].push_back({function, &*access.stored});
  else if (access.value->from != Provenance::Unknown && access.value->from != Provenance::Constant)
    numbers_[key].push_back({function, &*access.value});
}

std::vector<Reached> Bindings::resolve(const Designator &what, FunctionIndex in) const {
  std::vector<Reached> out;
  Reached from;
  from.what = what;
  from.in = from.caller = from.author = in;
  settle(from.what, in);
  follow(std::move(from), kPointerDepth, out);
  return out;
}

void Bindings::settle(Designator &what, FunctionIndex in) const {
  for (FactStep &step : what.steps) {
    if (step.kind != StepKind::Index || !isTraceable(*step.index))
      continue;
    FactIndex &index = step.index.edit();
    switch (followed(index, in)) {
    case Selector::Thread:
      index.from = index.from == Provenance::Hash ? Provenance::ThreadHash : Provenance::SpawnLoop;
      break;
    case Selector::Ticket:
      index.from = Provenance::Ticket;
      break;
    case Selector::Strided:
      index.from = Provenance::StridedLoop;
      index.number = 0;
      index.record.reset();
      break;
    case Selector::Parallel:
      index.from = Provenance::ParallelLoop;
      break;
    case Selector::Shard:
      index.from = Provenance::Hash;
      index.number = 0;
      index.record.reset();
      break;
    case Selector::Serial:
      // A loop counter that was stored in a record no longer changes with that loop.
      index.from = index.from == Provenance::Member && index.scale != 0 ? Provenance::Unknown
                                                                        : Provenance::Loop;
      break;
    case Selector::Name:
    case Selector::User:
    case Selector::None:
      index.from = Provenance::Unknown;
      break;
    }
  }
}

/// Moves from lambdas and regions to the enclosing function `outer`, whose variables they capture.
void Bindings::leave(Reached &from, FunctionIndex outer) const {
  while (from.in != outer && isNested(facts_.function(from.in)) &&
         facts_.function(from.in).parent) {
    if (const auto role = roles_.startedIn(from.in)) {
      from.through_start = true;
      if (!from.role && !from.through_store)
        from.role = role;
    }
    from.in = *facts_.function(from.in).parent;
  }
}

void Bindings::follow(Reached from, int depth, std::vector<Reached> &out) const {
  if (from.what.root == Root::Variable) {
    const FactVariable &variable = facts_.variable(*from.what.variable);
    // The instances of a template share one entry for each local, so the function of the entry may
    // be another instance; a local that is not captured belongs to the function that uses it.
    if (variable.function && variable.storage == Storage::Local && variable.captured)
      leave(from, *variable.function);
    if (variable.parameter && variable.function) {
      from.what.root = Root::Parameter;
      from.what.parameter = *variable.parameter;
    }
  } else if (from.what.root == Root::This)
    leave(from, methodAround(facts_, from.in));
  if (depth > 0 && (from.what.root == Root::Parameter || from.what.root == Root::This))
    followRoot(std::move(from), depth, out);
  else
    followStores(std::move(from), depth, out);
}

void Bindings::followRoot(Reached from, int depth, std::vector<Reached> &out) const {
  const auto &passings = passings_[from.in.value()];
  const std::size_t before = out.size();
  bool unknown = passings.empty() || passings.size() > 4 * kMaxWays;
  for (const Passing &passing : passings) {
    if (out.size() >= kMaxWays || passings.size() > 4 * kMaxWays)
      break;
    if (auto outer = passed(from, passing)) {
      if (isPossible(facts_, bases_, outer->what))
        follow(std::move(*outer), depth - 1, out);
    } else
      unknown = unknown || !from.what.steps.empty();
  }
  if (unknown || out.size() == before)
    followStores(std::move(from), depth, out);
}

std::optional<Reached> Bindings::passed(const Reached &from, const Passing &passing) const {
  Designator value;
  if (from.what.root == Root::This) {
    if (!passing.object->has_value())
      return std::nullopt;
    value = **passing.object;
    value.address_of = value.address_of || facts_.type(value.type).kind != TypeClass::Pointer;
  } else {
    if (from.what.parameter >= passing.arguments->size())
      return std::nullopt;
    value = (*passing.arguments)[from.what.parameter].what;
  }
  settle(value, passing.caller);
  if (passing.several)
    for (FactStep &step : value.steps)
      if (step.kind == StepKind::Index && step.index->from == Provenance::Constant)
        step.index.edit().from = Provenance::SpawnLoop;
  const bool chooses = choosesMember(facts_, value, from.what);
  if (!extend(facts_, value, from.what, from.what.steps))
    return std::nullopt;
  Reached outer = onTheWay(from, std::move(value));
  if (passing.start) {
    outer.through_start = true;
    if (!outer.role && !outer.through_store)
      outer.role = roles_.startedIn(from.in);
  } else if (!outer.through_start && !outer.through_store) {
    outer.caller = passing.caller;
    outer.calls.emplace_back(passing.caller, passing.call);
    if (chooses)
      outer.author = passing.caller;
  }
  outer.in = passing.caller;
  return outer;
}

/// Continues at the last pointer member on the way whose stored values are known.
void Bindings::followStores(Reached from, int depth, std::vector<Reached> &out) const {
  const auto &steps = from.what.steps;
  auto stores = pointers_.end();
  std::size_t at = steps.size();
  for (; at > 1 && stores == pointers_.end(); --at)
    if (steps[at - 1].kind == StepKind::Deref && steps[at - 2].kind == StepKind::Member)
      stores = pointers_.find({steps[at - 2].record, steps[at - 2].member});
  ++at;
  if (stores == pointers_.end() || depth <= 0 || stores->second.size() > kMaxPointerStores) {
    out.push_back(std::move(from));
    return;
  }
  const Steps rest = Steps(steps).subspan(at - 1);
  const bool handed = from.through_start || handed_over_[steps[at - 2].record.value()];
  const std::size_t before = out.size();
  for (const auto &store : stores->second) {
    Designator value = *store.value;
    settle(value, store.function);
    for (FactStep &step : value.steps)
      if (handed && step.kind == StepKind::Index && step.index->from == Provenance::Loop)
        step.index.edit().from = Provenance::SpawnLoop;
    if (!extend(facts_, value, from.what, rest))
      continue;
    Reached outer = onTheWay(from, std::move(value));
    outer.in = store.function;
    outer.through_start = handed;
    outer.through_store = true;
    follow(std::move(outer), depth - 1, out);
  }
  if (out.size() == before)
    out.push_back(std::move(from));
}

} // namespace fsfind
