#include "rules/source/contention/Contention.h"

#include "rules/model/NameHints.h"
#include "rules/source/contention/ContentionByHints.h"
#include "rules/source/contention/DatumUses.h"
#include "rules/source/contention/ReadMostly.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace fsfind {

namespace {

/// Calls. A use that is further from its thread entry is less certain to be reached: arguments,
/// locks and states that the facts do not show may keep the thread from it.
constexpr std::uint32_t kNearCalls = 2;
/// Most uses of a datum that are compared with those of another.
constexpr std::size_t kManyKinds = 48;

bool isFar(const Execution &execution) {
  return execution.calls > kNearCalls;
}

bool better(const Contention &a, const Contention &b) {
  return std::tuple(a.confidence, a.read_write, !a.roles_shown, a.calls) <
         std::tuple(b.confidence, b.read_write, !b.roles_shown, b.calls);
}

/// Padding of 16 bytes or more is beside the member that is used: its author meant to separate it.
bool isPadded(const Facts &facts, const Use &use) {
  constexpr std::uint64_t least = 16;
  const auto &steps = use.access->what.steps;
  const auto step = std::find_if(steps.rbegin(), steps.rend(),
                                 [](const FactStep &one) { return one.kind == StepKind::Member; });
  if (step == steps.rend())
    return false;
  const auto &members = facts.record(step->record).members;
  const auto pads = [&](std::size_t at) {
    return at < members.size() && members[at].padding && members[at].size >= least;
  };
  return (step->member > 0 && pads(step->member - 1)) || pads(step->member + 1);
}

/// Contention by roles: both sides run in loops of threads that the program is seen to start.
class ByRoles {
public:
  ByRoles(const Program &program, const Datum &a, const Datum &b)
      : facts_(program.facts()), roles_(program.roles()), threads_(program.threads()), a_(a),
        b_(b) {}

  std::optional<Contention> run() {
    if (!runsInThreads(a_) || !runsInThreads(b_))
      return std::nullopt;
    together_ = writersOf(a_) == writersOf(b_);
    const auto left = kindsOf(a_), right = kindsOf(b_);
    judgeSides(left, right, a_);
    judgeSides(right, left, b_);
    return best_;
  }

private:
  using Uses = std::vector<const Use *>;

  /// Main or a thread that the program starts executes some use.
  static bool runsInThreads(const Datum &datum) {
    return std::any_of(datum.uses.begin(), datum.uses.end(), [](const Use *use) {
      return std::any_of(use->roles.begin(), use->roles.end(),
                         [](const Execution &execution) { return execution.role != kUnknownRole; });
    });
  }

  /// One use of each kind, of those in loops that touch objects of several threads: the tenth write
  /// of a function tells nothing new.
  static Uses kindsOf(const Datum &datum) {
    using Locks = RareList<std::uint32_t>;
    const auto kind = [](const Use *use) {
      return std::tuple<bool, bool, FunctionIndex, FunctionIndex, TypeClass, Instance,
                        std::optional<VariableIndex>, const Locks &>(
          !use->writes(), !use->looped, use->function, use->author, use->leaf, use->instance,
          use->root, use->locks);
    };
    Uses uses;
    for (const Use *use : datum.uses)
      if (use->hot() && use->instance != Instance::PerThread)
        uses.push_back(use);
    std::stable_sort(uses.begin(), uses.end(),
                     [&](const Use *x, const Use *y) { return kind(x) < kind(y); });
    uses.erase(std::unique(uses.begin(), uses.end(),
                           [&](const Use *x, const Use *y) { return kind(x) == kind(y); }),
               uses.end());
    uses.resize(std::min(uses.size(), kManyKinds));
    return uses;
  }

  void judgeSides(const Uses &writing, const Uses &others, const Datum &written) {
    for (const Use *write : writing)
      if (write->writes())
        for (const Use *other : others)
          judgeUses(*write, *other, written);
  }

  void judgeUses(const Use &write, const Use &other, const Datum &writing) {
    if (shareLock(write, other) || !maybeSameObject(writing, write, other))
      return;
    for (const Execution &left : write.roles)
      if (left.hot() && left.role != kUnknownRole)
        for (const Execution &right : other.roles)
          judgeRoles(write, left, other, right, writing);
  }

  void judgeRoles(const Use &write, const Execution &left, const Use &other, const Execution &right,
                  const Datum &writing) {
    if (right.role == kUnknownRole || !right.hot() || !roles_.concurrent(left, right))
      return;
    const bool same = left.role == right.role;
    const bool apart =
        same && threads_.apart(write, other, left.role) && areApart(left.role, other.writes());
    if (same && !apart &&
        ((write.byOneThread(left) && other.byOneThread(right)) ||
         threads_.oneThread(write, other, left.role)))
      return;
    Contention found{.confidence = Confidence::Medium,
                     .read_write = !other.writes(),
                     .first = &write,
                     .second = &other,
                     .first_role = left.role,
                     .second_role = right.role,
                     .roles_shown = true,
                     .calls = left.calls + right.calls};
    const bool shared = write.instance == Instance::Shared && other.instance == Instance::Shared;
    // Two roles that both execute both uses are like two threads of one role.
    const bool alike =
        !apart && (same || (reaches(other, left.role) && reaches(write, right.role)));
    if (alike && (!shared || found.read_write || together_))
      return;
    const bool padded = isPadded(facts_, write);
    if (!apart && (found.read_write ? touches(writing, right.role) && !padded : together_))
      return;
    const bool one_shared =
        write.instance == Instance::Shared || other.instance == Instance::Shared;
    const bool often = isOften(write, left) && isOften(other, right);
    const bool locks = isLock(write) || isLock(other);
    const bool far = isFar(left) || isFar(right);
    const bool links = write.leaf == TypeClass::Pointer && other.leaf == TypeClass::Pointer;
    const bool taken = found.read_write && !padded && writesBoth(write, other);
    if (!one_shared || taken || !often || links || (locks && writing.variable) ||
        (far && !padded && !(write.synchronises() && other.synchronises())))
      found.confidence = Confidence::Low; // each thread may have an object of its own
    else if (!alike && !apart && !locks && shared && isPlain(write, left) && isPlain(other, right))
      found.confidence = Confidence::High;
    if (!best_ || better(found, *best_))
      best_ = found;
  }

  /// By branches on their numbers, different threads of the role use the data: all that write
  /// them, and if one is only read, all that use them.
  bool areApart(RoleIndex role, bool writing) {
    const auto [known, fresh] = apart_.try_emplace({role, writing});
    if (fresh)
      known->second = judgeApart(role, writing);
    return known->second;
  }
  [[nodiscard]] bool judgeApart(RoleIndex role, bool writing) const {
    const auto counts = [&](const Use *use) {
      return reaches(*use, role) && (use->writes() || !writing);
    };
    return std::all_of(a_.uses.begin(), a_.uses.end(), [&](const Use *one) {
      return !counts(one) || std::all_of(b_.uses.begin(), b_.uses.end(), [&](const Use *other) {
        return !counts(other) || threads_.apart(*one, *other, role);
      });
    });
  }

  static bool reaches(const Use &use, RoleIndex role) {
    return std::any_of(use.roles.begin(), use.roles.end(),
                       [&](const Execution &execution) { return execution.role == role; });
  }
  /// Plainly used often: in a loop without pauses, of the thread entry or of a function that it
  /// calls. Pointers are left out, since they change with the state only.
  static bool isPlain(const Use &use, const Execution &execution) {
    return use.leaf != TypeClass::Pointer && use.looped && execution.calls <= 1 &&
           !execution.pace.pauses();
  }
  /// In a loop of its function or around the call from the thread entry, or synchronising. A
  /// callee's write under a lock does not count: it is no more frequent than the lock is taken.
  static bool isOften(const Use &use, const Execution &execution) {
    const bool locked = use.writes() && execution.calls > 0 && !use.locks.empty();
    return use.looped || use.synchronises() ||
           (use.leaf != TypeClass::Pointer && execution.calls <= 1 && !locked);
  }

  /// The function of `write` also writes the datum that is read, so the reader loses the line
  /// anyway.
  bool writesBoth(const Use &write, const Use &read) const {
    const auto reads = [&](const Datum &datum) {
      return std::find(datum.uses.begin(), datum.uses.end(), &read) != datum.uses.end();
    };
    const Datum &other = reads(a_) ? a_ : b_;
    return std::any_of(other.uses.begin(), other.uses.end(), [&](const Use *use) {
      return use->writes() && use->hot() && use->function == write.function;
    });
  }

  /// Threads of the role use the written bytes too, so they need the line anyway.
  static bool touches(const Datum &datum, RoleIndex role) {
    return std::any_of(datum.uses.begin(), datum.uses.end(),
                       [&](const Use *use) { return reaches(*use, role); });
  }

  const Facts &facts_;
  const Roles &roles_;
  const ThreadSets &threads_;
  const Datum &a_;
  const Datum &b_;
  std::map<std::pair<RoleIndex, bool>, bool> apart_; ///< see areApart()
  bool together_ = false;                            ///< the same functions write both
  std::optional<Contention> best_;
};

/// All threads that execute it make long pauses.
bool isRare(const Use &use) {
  return !use.roles.empty() &&
         std::all_of(use.roles.begin(), use.roles.end(),
                     [](const Execution &execution) { return isRare(execution.pace); });
}

/// By its name, a datum whose writes make the contention is written only when something ends or
/// fails, and the write is in no loop of its function.
bool writesRarely(const NameWords &known, const Contention &contention, const Datum &a,
                  const Datum &b) {
  const bool a_first = std::find(a.uses.begin(), a.uses.end(), contention.first) != a.uses.end();
  const Datum &first = a_first ? a : b, &second = a_first ? b : a;
  return (namesRareEvent(known, first.name) && !contention.first->looped) ||
         (!contention.read_write && namesRareEvent(known, second.name) &&
          !contention.second->looped);
}

} // namespace

Bytes writtenPart(const Use &use, Bytes bytes) {
  constexpr std::uint64_t mutex = 40, words = 16;
  if (use.leaf == TypeClass::Lock && bytes.size() == mutex)
    bytes.end = bytes.begin + words;
  return bytes;
}

bool isShareable(const FactVariable &variable) {
  return variable.storage == Storage::Global || variable.storage == Storage::Static ||
         (variable.storage == Storage::Local && variable.captured && !variable.parameter);
}

bool counts(const Use &use) {
  return !use.setup && !use.roles.empty();
}

std::optional<Contention> contentionOf(const Program &program, const Datum &a, const Datum &b,
                                       ObjectHints hints) {
  if (a.uses.empty() && b.uses.empty())
    return std::nullopt;
  if (a.uses.empty() || b.uses.empty())
    return besideReadMostly(program, a, b, hints);
  if (guards(program, a, b) || guards(program, b, a))
    return std::nullopt;
  std::optional<Contention> best = ByRoles(program, a, b).run();
  for (const auto &seen :
       {contentionByHints(program, a, b, hints), besideReadMostly(program, a, b, hints)})
    if (seen && (!best || better(*seen, *best)))
      best = seen;
  if (best && writesRarely(program.facts().words, *best, a, b))
    best->confidence = best->confidence == Confidence::High ? Confidence::Medium : Confidence::Low;
  if (best && (isRare(*best->first) || isRare(*best->second)))
    best->confidence = Confidence::Low;
  return best;
}

} // namespace fsfind
