#include "rules/remedy/source/Gathering.h"

#include "rules/model/RuleIds.h"
#include "rules/remedy/source/Accesses.h"
#include "rules/remedy/source/AccumulatedData.h"

#include <algorithm>
#include <set>

namespace fsfind {

namespace {

/// By type: whether objects of the type contain the member declared at `declared`.
std::vector<bool> wholesOf(const Facts &facts, FactPlace declared) {
  std::vector<bool> wholes(facts.types.size());
  const auto holds = [&](const FactMember &member) {
    return member.place == declared || wholes[member.type.value()];
  };
  for (bool news = true; news;) {
    news = false;
    for (std::size_t i = 0; i < wholes.size(); ++i) {
      const FactType &type = facts.types[i];
      if (wholes[i] || type.kind == TypeClass::Pointer)
        continue;
      if (type.element)
        wholes[i] = wholes[type.element->value()];
      else if (type.record) {
        const auto &members = facts.record(*type.record).members;
        wholes[i] = std::any_of(members.begin(), members.end(), holds);
      }
      news = news || wholes[i];
    }
  }
  return wholes;
}

/// A store by a constructor or destructor to its own object, which no other thread uses then.
bool makesOrEnds(const FactFunction &function, const FactAccess &access) {
  return access.op == Op::Write && access.what.root == Root::This &&
         (function.kind == FunctionKind::Constructor || function.kind == FunctionKind::Destructor);
}

/// All accesses to the datum declared at a place, and which of them run at the same time.
class Onlookers {
public:
  Onlookers(const AdviceCase &at, FactPlace declared)
      : at_(at), declared_(declared), wholes_(wholesOf(at.facts, declared)) {}

  /// The one kind of accumulation by which threads change the datum; None if they also change it
  /// otherwise.
  [[nodiscard]] Accumulation how() const {
    Accumulation how = Accumulation::None;
    const Threads gathering = threadsOf(accumulates);
    const bool alike = each([&](FunctionIndex function, const FactAccess &access) {
      if (access.op == Op::Read || isApart(function, access, gathering))
        return true;
      if (access.op != Op::ReadModifyWrite || access.acquire_lock || access.bulk ||
          (how != Accumulation::None && how != access.accumulates))
        return false;
      how = access.accumulates;
      return how != Accumulation::None;
    });
    return alike && !isHandedOn() ? how : Accumulation::None;
  }

  [[nodiscard]] std::vector<ThreadsChange> changes() const {
    std::vector<ThreadsChange> all;
    each([&](FunctionIndex function, const FactAccess &access) {
      if (accumulates(access) && !isAlone(function, access))
        all.push_back({function, &access});
      return true;
    });
    return all;
  }

  /// Some access in the function is no accumulation.
  [[nodiscard]] bool isUsedOtherwiseIn(FunctionIndex function) const {
    const auto &all = at_.facts.function(function).accesses;
    return std::any_of(all.begin(), all.end(), [&](const FactAccess &access) {
      return touches(access.what) && !accumulates(access) &&
             !makesOrEnds(at_.facts.function(function), access);
    });
  }

  /// No thread reads the datum while threads that accumulate in it run.
  [[nodiscard]] bool areNone() const {
    const Threads gathering = threadsOf(accumulates);
    return each([&](FunctionIndex function, const FactAccess &access) {
      return access.op != Op::Read || isApart(function, access, gathering);
    });
  }

  /// No two threads change the datum at the same time, wherever a change stands: changes are
  /// atomic, under a lock, or all made by one thread. Of other changes it is not known what keeps
  /// threads apart (a count that reached zero, a phase), nor whether that holds after the loop.
  [[nodiscard]] bool canMove() const {
    const Threads gathering = threadsOf(accumulates);
    const bool one_thread = gathering.size() == 1 && *gathering.begin() != kUnknownRole &&
                            !at_.roles.role(*gathering.begin()).many;
    return one_thread || each([&](FunctionIndex function, const FactAccess &access) {
             return !accumulates(access) || access.atomic || !access.held.empty() ||
                    access.one_thread || isAlone(function, access);
           });
  }

  /// The datum keeps its value while threads that use it run.
  [[nodiscard]] bool isKept() const {
    const Threads changing =
        threadsOf([](const FactAccess &access) { return access.op != Op::Read; });
    return each([&](FunctionIndex function, const FactAccess &access) {
      return access.op == Op::Read || isApart(function, access, changing);
    });
  }

private:
  using Threads = std::set<RoleIndex>;

  static bool accumulates(const FactAccess &access) {
    return access.accumulates != Accumulation::None;
  }

  /// The roles that make accesses which fit, while other threads may run.
  template <class Fits> Threads threadsOf(const Fits &fits) const {
    Threads threads;
    each([&](FunctionIndex function, const FactAccess &access) {
      if (fits(access) && !isAlone(function, access))
        for (const Execution &execution : at_.roles.of(function))
          threads.insert(execution.role);
      return true;
    });
    return threads;
  }

  /// The access happens before threads start, after they have ended, or in the construction or
  /// destruction of its object.
  [[nodiscard]] bool isAlone(FunctionIndex function, const FactAccess &access) const {
    const auto reached = at_.roles.of(function);
    const bool started =
        std::any_of(reached.begin(), reached.end(), [](const Execution &execution) {
          return execution.role != kMainRole && execution.role != kUnknownRole;
        });
    return makesOrEnds(at_.facts.function(function), access) ||
           (!started && at_.roles.aloneByAllCallers(function, access.place));
  }

  /// The access is alone, or only threads make it that never run at the same time as `others`.
  [[nodiscard]] bool isApart(FunctionIndex function, const FactAccess &access,
                             const Threads &others) const {
    if (isAlone(function, access))
      return true;
    const auto reached = at_.roles.of(function);
    return !reached.empty() &&
           std::none_of(reached.begin(), reached.end(), [&](const Execution &execution) {
             return std::any_of(others.begin(), others.end(), [&](RoleIndex other) {
               return other == execution.role || at_.roles.concurrent(other, execution.role);
             });
           });
  }

  /// Calls `visit` with each access until it returns false; returns whether it never did.
  template <class Visit> bool each(const Visit &visit) const {
    for (std::size_t i = 0; i < at_.facts.functions.size(); ++i)
      for (const FactAccess &access : at_.facts.functions[i].accesses)
        if (touches(access.what) && !visit(FunctionIndex{i}, access))
          return false;
    return true;
  }

  [[nodiscard]] bool isIt(const Designator &what) const {
    return declarationOf(at_.facts, what) == declared_;
  }
  /// Whether `what` denotes the datum, or an object that contains it.
  [[nodiscard]] bool touches(const Designator &what) const {
    return isIt(what) || (what.root != Root::Unknown && wholes_[what.type.value()]);
  }
  [[nodiscard]] bool isAddress(const Designator &what) const {
    return what.address_of && isIt(what);
  }
  [[nodiscard]] bool isAmong(const std::vector<FactArgument> &arguments) const {
    return std::any_of(arguments.begin(), arguments.end(),
                       [this](const FactArgument &one) { return isAddress(one.what); });
  }

  /// Its address is passed on, so that unknown code may read it at any time.
  [[nodiscard]] bool isHandedOn() const {
    const auto &functions = at_.facts.functions;
    return std::any_of(functions.begin(), functions.end(), [this](const FactFunction &function) {
      return std::any_of(function.calls.begin(), function.calls.end(),
                         [this](const FactCall &call) {
                           return isAmong(call.arguments) || (call.object && isIt(*call.object));
                         }) ||
             std::any_of(function.starts.begin(), function.starts.end(),
                         [this](const FactStart &start) { return isAmong(start.arguments); }) ||
             std::any_of(function.accesses.begin(), function.accesses.end(),
                         [this](const FactAccess &access) {
                           return access.stored && isAddress(*access.stored);
                         });
    });
  }

  const AdviceCase &at_;
  FactPlace declared_;
  std::vector<bool> wholes_;
};

} // namespace

Accumulation accumulationOf(const AdviceCase &at, const Place &declared) {
  const FactPlace place = placeIn(at.facts, declared);
  return place.known() ? Onlookers(at, place).how() : Accumulation::None;
}

std::vector<ThreadsChange> changesByThreads(const AdviceCase &at, const Place &declared) {
  const FactPlace place = placeIn(at.facts, declared);
  return place.known() ? Onlookers(at, place).changes() : std::vector<ThreadsChange>();
}

std::vector<RecordIndex> holdersOf(const Facts &facts, const Place &declared) {
  const FactPlace place = placeIn(facts, declared);
  const std::vector<bool> wholes = wholesOf(facts, place);
  std::vector<RecordIndex> holders;
  for (std::size_t i = 0; place.known() && i < wholes.size(); ++i)
    if (wholes[i] && facts.types[i].record)
      holders.push_back(*facts.types[i].record);
  return holders;
}

bool isReachedSteadily(const AdviceCase &at, const Designator &what) {
  Designator way = what;
  const auto is_kept = [&] {
    const FactPlace declared = declarationOf(at.facts, way);
    return !declared.known() || Onlookers(at, declared).isKept();
  };
  while (!way.steps.empty()) {
    const FactStep last = way.steps.back();
    way.steps.pop_back();
    if (last.kind == StepKind::Deref && !is_kept())
      return false;
    if (last.kind == StepKind::Index && last.index->from == Provenance::Member &&
        last.index->record) {
      const FactPlace number =
          at.facts.record(*last.index->record).members[last.index->member].place;
      if (number.known() && !Onlookers(at, number).isKept())
        return false;
    }
  }
  return true;
}

bool isUsedByCallsIn(const AdviceCase &at, const Place &declared, FunctionIndex function) {
  const FactPlace place = placeIn(at.facts, declared);
  const Onlookers onlookers(at, place);
  std::set<FunctionIndex> seen;
  std::vector<FunctionIndex> open;
  const auto enter = [&](const FactCall &call) {
    for (const FunctionIndex target : at.roles.targets(call.callee))
      if (seen.insert(target).second)
        open.push_back(target);
  };
  for (const FactCall &call : at.facts.function(function).calls)
    if (call.loop_depth > 0)
      enter(call);
  while (!open.empty()) {
    const FunctionIndex one = open.back();
    open.pop_back();
    if (onlookers.isUsedOtherwiseIn(one))
      return true;
    for (const FactCall &call : at.facts.function(one).calls)
      enter(call);
  }
  return false;
}

Gathering gatheringOf(const AdviceCase &at, const Place &declared) {
  const FactPlace place = placeIn(at.facts, declared);
  const FactAccess *access = place.known() ? at.accumulated.firstChange(place) : nullptr;
  if (!access || !isReachedSteadily(at, access->what))
    return {};
  const Onlookers onlookers(at, place);
  const bool own_elements = at.finding.rule == kRulePerThreadSlots;
  const Accumulation how = onlookers.how();
  return how != Accumulation::None && onlookers.areNone() && (own_elements || onlookers.canMove())
             ? Gathering{access, how}
             : Gathering{};
}

} // namespace fsfind
