#include "rules/remedy/source/Gathering.h"

#include "rules/model/RuleIds.h"

#include <algorithm>
#include <optional>
#include <set>

namespace fsfind {

namespace {

/// Nobody nests records deeper, and the way up through all of them takes long for each member.
constexpr int kDeepest = 64;

/// The types whose objects contain the member declared at `declared`; none if they are nested too
/// deep to tell.
std::optional<std::vector<TypeIndex>> wholesOf(const FactLookup &lookup, FactPlace declared) {
  std::vector<bool> seen(lookup.facts.types.size());
  std::vector<TypeIndex> wholes;
  const auto add = [&](TypeIndex type) {
    if (lookup.facts.type(type).kind == TypeClass::Pointer || seen[type.value()])
      return;
    seen[type.value()] = true;
    wholes.push_back(type);
  };
  const auto add_record = [&](RecordIndex record) {
    for (const auto &[_, type] : lookup.holders.typesOf(record))
      if (!lookup.facts.type(type).element)
        add(type);
  };
  for (const auto &[_, member] : lookup.declared.members().of(declared))
    add_record(member.record);
  std::size_t begin = 0;
  for (int depth = 0; begin < wholes.size(); ++depth) {
    if (depth == kDeepest)
      return std::nullopt;
    for (const std::size_t end = wholes.size(); begin < end; ++begin) {
      const TypeIndex part = wholes[begin];
      for (const auto &[_, whole] : lookup.holders.ofElements(part))
        add(whole);
      for (const auto &[_, holding] : lookup.holders.ofMembers(part))
        add_record(holding.record);
    }
  }
  return wholes;
}

/// The accesses to the datum, and to objects that contain it, of these types.
std::vector<SeenAccess> accessesOf(const FactLookup &lookup, FactPlace declared,
                                   const std::vector<TypeIndex> &wholes) {
  std::vector<SeenAccess> all;
  for (const auto &[_, one] : lookup.accesses.to(declared))
    all.push_back(one);
  for (const TypeIndex whole : wholes)
    for (const auto &[_, one] : lookup.accesses.toWhole(whole))
      all.push_back(one);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// A store by a constructor or destructor to its own object, which no other thread uses then.
bool makesOrEnds(const FactFunction &function, const FactAccess &access) {
  return access.op == Op::Write && access.what.root == Root::This &&
         (function.kind == FunctionKind::Constructor || function.kind == FunctionKind::Destructor);
}

/// All accesses to the datum declared at a place, and which of them run at the same time.
class Onlookers {
public:
  Onlookers(const AdviceCase &at, FactPlace declared) : at_(at), declared_(declared) {
    const auto wholes = wholesOf(at.lookup, declared);
    complete_ = wholes.has_value();
    all_ = accessesOf(at.lookup, declared, wholes.value_or(std::vector<TypeIndex>()));
  }

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
    // Unknown code that is given its address may read it at any time.
    return alike && complete_ && !at_.lookup.accesses.isHandedOn(declared_) ? how
                                                                            : Accumulation::None;
  }

  [[nodiscard]] std::vector<SeenAccess> changes() const {
    std::vector<SeenAccess> all;
    each([&](FunctionIndex function, const FactAccess &access) {
      if (accumulates(access) && !isAlone(function, access))
        all.push_back({function, &access});
      return true;
    });
    return all;
  }

  /// The functions with an access that is no accumulation.
  [[nodiscard]] std::set<FunctionIndex> otherUsers() const {
    std::set<FunctionIndex> users;
    each([&](FunctionIndex function, const FactAccess &access) {
      if (!accumulates(access) && !makesOrEnds(at_.facts.function(function), access))
        users.insert(function);
      return true;
    });
    return users;
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
    return complete_ && each([&](FunctionIndex function, const FactAccess &access) {
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
        std::any_of(reached.begin(), reached.end(),
                    [](const Execution &execution) { return isStarted(execution.role); });
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
    return std::all_of(all_.begin(), all_.end(),
                       [&](const SeenAccess &one) { return visit(one.function, *one.access); });
  }

  const AdviceCase &at_;
  FactPlace declared_;
  std::vector<SeenAccess> all_;
  bool complete_ = false; ///< `all_` has all of them
};

bool isKept(const AdviceCase &at, FactPlace declared) {
  return at.inquiries.kept(declared, [&] { return Onlookers(at, declared).isKept(); });
}

} // namespace

Accumulation accumulationOf(const AdviceCase &at, const Place &declared) {
  const FactPlace place = at.lookup.declared.place(declared);
  return place.known() ? Onlookers(at, place).how() : Accumulation::None;
}

std::vector<SeenAccess> changesByThreads(const AdviceCase &at, const Place &declared) {
  const FactPlace place = at.lookup.declared.place(declared);
  return place.known() ? Onlookers(at, place).changes() : std::vector<SeenAccess>();
}

std::set<RecordIndex> holdersOf(const FactLookup &lookup, const Place &declared) {
  const FactPlace place = lookup.declared.place(declared);
  std::set<RecordIndex> holders;
  const auto wholes = place.known() ? wholesOf(lookup, place) : std::nullopt;
  for (const TypeIndex whole : wholes.value_or(std::vector<TypeIndex>()))
    if (const auto record = lookup.facts.type(whole).record)
      holders.insert(*record);
  return holders;
}

bool isReachedSteadily(const AdviceCase &at, const Designator &what) {
  Designator way = what;
  const auto is_kept = [&] {
    const FactPlace declared = declarationOf(at.facts, way);
    return !declared.known() || isKept(at, declared);
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
      if (number.known() && !isKept(at, number))
        return false;
    }
  }
  return true;
}

std::set<FunctionIndex> usersOf(const AdviceCase &at, const Place &declared) {
  std::set<FunctionIndex> users = Onlookers(at, at.lookup.declared.place(declared)).otherUsers();
  std::vector<FunctionIndex> open(users.begin(), users.end());
  while (!open.empty()) {
    const FunctionIndex one = open.back();
    open.pop_back();
    for (const auto &[caller, _] : at.roles.callers(one))
      if (users.insert(caller).second)
        open.push_back(caller);
  }
  return users;
}

bool callsInLoops(const AdviceCase &at, FunctionIndex function,
                  const std::set<FunctionIndex> &users) {
  const auto &calls = at.facts.function(function).calls;
  return !users.empty() && std::any_of(calls.begin(), calls.end(), [&](const FactCall &call) {
    const auto targets = at.roles.targets(call.callee);
    return call.loop_depth > 0 &&
           std::any_of(targets.begin(), targets.end(),
                       [&](FunctionIndex target) { return users.contains(target); });
  });
}

/// The first access that changes the datum by accumulations in a loop; null if none does.
static const FactAccess *firstChange(const FactLookup &lookup, FactPlace declared) {
  for (const auto &[_, one] : lookup.accesses.to(declared))
    if (const FactAccess &access = *one.access;
        access.accumulates != Accumulation::None && access.loop_depth > 0 && access.same_object)
      return &access;
  return nullptr;
}

Gathering gatheringOf(const AdviceCase &at, const Place &declared) {
  const FactPlace place = at.lookup.declared.place(declared);
  const FactAccess *access = place.known() ? firstChange(at.lookup, place) : nullptr;
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
