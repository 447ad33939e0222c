#include "rules/program/ThreadSets.h"

#include "rules/program/Composition.h"
#include "rules/program/Use.h"

#include <algorithm>
#include <bit>

namespace fsfind {

namespace {

/// Longer or more chains of calls do not tell which threads come by them.
constexpr std::size_t kMostCalls = 5, kMostWays = 8;

using Way = std::vector<NumberSet>;
using Guards = RareList<FactGuard>;

/// False if no thread can take the way.
bool narrow(Way &way, const FactGuard &guard, NumberDomain domain) {
  const auto known = std::find_if(way.begin(), way.end(),
                                  [&](const NumberSet &one) { return one.number == guard.number; });
  if (known == way.end()) {
    way.push_back({guard.number, guard.values & domain.values, domain.unique});
    return way.back().values != 0;
  }
  known->values &= guard.values;
  return known->values != 0;
}

bool exclude(const Way &a, const Way &b) {
  return std::any_of(a.begin(), a.end(), [&](const NumberSet &one) {
    return std::any_of(b.begin(), b.end(), [&](const NumberSet &other) {
      return one.number == other.number && (one.values & other.values) == 0;
    });
  });
}

/// The guard on a result, as a guard on the number that it is computed from.
std::uint64_t before(std::uint64_t values, std::uint64_t factor, std::uint64_t offset) {
  std::uint64_t from = 0;
  for (std::uint64_t i = 0; i < kGuardedValues; ++i) {
    const std::uint64_t result = std::min<std::uint64_t>(factor * i + offset, kGuardedValues - 1);
    if ((values >> result & 1) != 0)
      from |= std::uint64_t{1} << i;
  }
  return from;
}

/// In the object that the thread was started with, not in another that it leads to.
bool isInStartedObject(const Designator &object) {
  const auto is = [](StepKind kind) {
    return [kind](const FactStep &one) { return one.kind == kind; };
  };
  const auto &steps = object.steps;
  return std::count_if(steps.begin(), steps.end(), is(StepKind::Deref)) <= 1 &&
         std::none_of(steps.begin(), steps.end(), is(StepKind::Index));
}

/// Goes from a use up to the thread entry.
class Climb {
public:
  Climb(const Facts &facts, const Roles &roles, const Bindings &bindings,
        const ThreadNumbers &numbers, RoleIndex role)
      : facts_(facts), roles_(roles), bindings_(bindings), numbers_(numbers), role_(role),
        entry_(*roles.role(role).entry) {}

  std::optional<Ways> run(const Use &use) {
    passed_by_ = use.passed_by;
    from(use.function, use.access->guards, {});
    return lost_ ? std::nullopt : std::optional(std::move(ways_));
  }

private:
  void from(FunctionIndex in, Guards guards, Way way) {
    if (lost_ || !settle(in, guards, way))
      return;
    if (in == entry_) {
      for (const FactGuard &guard : guards) {
        const auto domain = isInStartedObject(guard.number.object)
                                ? numbers_.of(guard.number, role_)
                                : std::nullopt;
        if (domain && !narrow(way, guard, *domain))
          return;
      }
      ways_.push_back(std::move(way));
      lost_ = ways_.size() > kMostWays;
      return;
    }
    if (path_.size() >= kMostCalls) {
      lost_ = true;
      return;
    }
    path_.push_back(in);
    bool called = false;
    for (const auto &[caller, call] : roles_.callers(in)) {
      const bool passes = path_.size() > passed_by_.size() || passed_by_[path_.size() - 1] == call;
      if (!passes || !isReached(caller) || call->frequency == BranchFrequency::Seldom)
        continue;
      called = true;
      if (std::find(path_.begin(), path_.end(), caller) == path_.end())
        fromCaller(caller, *call, guards, way);
    }
    path_.pop_back();
    lost_ = lost_ || !called;
  }

  void fromCaller(FunctionIndex caller, const FactCall &call, const Guards &guards,
                  const Way &way) {
    Guards outer = call.guards;
    for (const FactGuard &guard : guards)
      if (!carry(guard, call, outer))
        return;
    from(caller, std::move(outer), way);
  }

  [[nodiscard]] bool isReached(FunctionIndex function) const {
    const auto reached = roles_.of(function);
    return std::any_of(reached.begin(), reached.end(),
                       [&](const Execution &execution) { return execution.role == role_; });
  }

  /// Moves guards on numbers that are known where they stand to the way.
  bool settle(FunctionIndex in, Guards &guards, Way &way) const {
    Guards left;
    for (FactGuard &guard : guards) {
      FactIndex &index = guard.number.index;
      const bool ticket = index.from == Provenance::Ticket;
      const bool known = index.from == Provenance::ThreadId ||
                         (ticket && bindings_.isDrawnOnce(in)) ||
                         (index.from == Provenance::SpawnLoop && isInside(in) && startsThreads());
      if (ticket)
        index.number = static_cast<std::uint32_t>(in.value()); // each function has its own
      if (known && !narrow(way, guard, {kAllValues, true}))
        return false;
      if (guard.number.object.root == Root::Variable) {
        const auto domain = isInside(in) && startsThreads()
                                ? numbers_.ofCaptured(*guard.number.object.variable, role_)
                                : std::nullopt;
        if (domain && !narrow(way, guard, *domain))
          return false;
      } else if (index.from == Provenance::Parameter || index.from == Provenance::Member)
        left.push_back(std::move(guard));
    }
    guards = std::move(left);
    return true;
  }

  /// The function is the entry, or a lambda or region in it.
  [[nodiscard]] bool isInside(FunctionIndex in) const {
    while (in != entry_ && facts_.function(in).parent)
      in = *facts_.function(in).parent;
    return in == entry_;
  }

  [[nodiscard]] bool startsThreads() const {
    const auto &starts = roles_.role(role_).starts;
    return std::all_of(starts.begin(), starts.end(),
                       [](const StartSite &site) { return site.start->own_thread; });
  }

  /// Adds the guard in the terms of the caller, if it can be told there. False if the call's
  /// constants contradict it.
  bool carry(const FactGuard &guard, const FactCall &call, Guards &outer) const {
    const FactNumber &number = guard.number;
    if (number.object.root == Root::Unknown) {
      if (number.index.number >= call.arguments.size())
        return true;
      const FactArgument &argument = call.arguments[number.index.number];
      if (argument.value->from == Provenance::Constant)
        return argument.value->number >= kGuardedValues ||
               (guard.values >> argument.value->number & 1) != 0;
      if (argument.number)
        outer.push_back({*argument.number, before(guard.values, argument.factor, argument.offset)});
    }
    if (number.object.root != Root::Unknown)
      carryObject(guard, call, outer);
    return true;
  }

  void carryObject(const FactGuard &guard, const FactCall &call, Guards &outer) const {
    const Designator &object = guard.number.object;
    Designator value;
    if (object.root == Root::This && call.object) {
      value = *call.object;
      value.address_of = value.address_of || facts_.type(value.type).kind != TypeClass::Pointer;
    } else if (object.root == Root::Parameter && object.parameter < call.arguments.size())
      value = call.arguments[object.parameter].what;
    if (!extend(facts_, value, object, object.steps) || value.steps.empty() ||
        (value.root != Root::Parameter && value.root != Root::This))
      return;
    FactGuard carried{{guard.number.index, std::move(value)}, guard.values};
    FactIndex &index = carried.number.index;
    const auto &steps = carried.number.object.steps;
    if (steps.back().kind == StepKind::Member) {
      index = {};
      index.from = Provenance::Member;
      index.record = steps.back().record;
      index.member = steps.back().member;
    } else if (steps.size() == 1)
      index.number = carried.number.object.parameter;
    else
      return;
    outer.push_back(std::move(carried));
  }

  const Facts &facts_;
  const Roles &roles_;
  const Bindings &bindings_;
  const ThreadNumbers &numbers_;
  RoleIndex role_;
  FunctionIndex entry_;
  std::vector<FunctionIndex> path_;
  RareList<const FactCall *> passed_by_; ///< the first calls on the way are these
  Ways ways_;
  bool lost_ = false;
};

bool hasGuards(const FactFunction &function) {
  const auto guarded = [](const auto &one) { return !one.guards.empty(); };
  return std::any_of(function.accesses.begin(), function.accesses.end(), guarded) ||
         std::any_of(function.calls.begin(), function.calls.end(), guarded);
}

} // namespace

ThreadSets::ThreadSets(const Facts &facts, const Roles &roles, const Bindings &bindings)
    : facts_(facts), roles_(roles), bindings_(bindings), numbers_(facts, roles),
      guarded_(std::any_of(facts.functions.begin(), facts.functions.end(), hasGuards)) {}

const std::optional<Ways> &ThreadSets::waysTo(const Use &use, RoleIndex role) const {
  const auto [known, fresh] = known_.try_emplace({use.access, use.passed_by, role});
  if (fresh)
    known->second = Climb(facts_, roles_, bindings_, numbers_, role).run(use);
  return known->second;
}

bool ThreadSets::apart(const Use &a, const Use &b, RoleIndex role) const {
  if (!guarded_ || !roles_.role(role).entry || !roles_.role(role).many)
    return false;
  const auto &left = waysTo(a, role), &right = waysTo(b, role);
  return left && right && !left->empty() && !right->empty() &&
         std::all_of(left->begin(), left->end(), [&](const Way &one) {
           return std::all_of(right->begin(), right->end(),
                              [&](const Way &other) { return exclude(one, other); });
         });
}

bool ThreadSets::oneThread(const Use &a, const Use &b, RoleIndex role) const {
  if (!guarded_ || !roles_.role(role).entry)
    return false;
  const auto &left = waysTo(a, role), &right = waysTo(b, role);
  if (!left || !right || left->empty() || right->empty())
    return false;
  const auto pins = [&](const NumberSet &number) {
    std::uint64_t values = 0;
    for (const Ways *ways : {&*left, &*right})
      for (const Way &way : *ways) {
        const auto same = std::find_if(way.begin(), way.end(), [&](const NumberSet &one) {
          return one.number == number.number;
        });
        values |= same == way.end() ? kAllValues : same->values;
      }
    return number.unique && std::popcount(values) == 1;
  };
  return std::any_of(left->front().begin(), left->front().end(), pins);
}

} // namespace fsfind
