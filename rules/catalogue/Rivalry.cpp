#include "rules/catalogue/Rivalry.h"

#include "rules/catalogue/ReadMostly.h"
#include "rules/program/Names.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>

namespace fsfind {

namespace {

using Functions = std::set<FunctionIndex>;

Functions writersOf(const Party &party) {
  Functions functions;
  for (const Use *use : party.uses)
    if (use->writes())
      functions.insert(use->author);
  return functions;
}

bool disjoint(const Functions &a, const Functions &b) {
  return std::none_of(a.begin(), a.end(), [&](FunctionIndex one) { return b.count(one) != 0; });
}

bool shareLock(const Use &a, const Use &b) {
  std::vector<std::uint32_t> both;
  std::set_intersection(a.locks.begin(), a.locks.end(), b.locks.begin(), b.locks.end(),
                        std::back_inserter(both));
  return !both.empty();
}

/// The more calls a thread is away, the less is sure that it gets there: calls depend on what it is
/// given, and locks and states that nobody sees here keep it from others' data.
constexpr std::uint32_t kNearCalls = 2;
/// Uses of one party that are compared with those of another.
constexpr std::size_t kManyKinds = 48;

bool isFar(const Reach &reach) {
  return reach.calls > kNearCalls;
}

/// Members rival in one object only.
bool maybeSameObject(const Party &party, const Use &a, const Use &b) {
  return party.variable || !(a.root && b.root && *a.root != *b.root);
}

bool better(const Rivalry &a, const Rivalry &b) {
  return std::tuple(a.confidence, a.read_write, a.calls) <
         std::tuple(b.confidence, b.read_write, b.calls);
}

bool isLock(const Party &party) {
  return std::any_of(party.uses.begin(), party.uses.end(), [](const Use *use) {
    return use->leaf == TypeClass::Lock || use->leaf == TypeClass::Condition;
  });
}

/// The lock is held wherever the other is written.
bool guardsWrites(const Party &lock, const Party &data) {
  return isLock(lock) && !isLock(data) &&
         std::all_of(data.uses.begin(), data.uses.end(),
                     [](const Use *use) { return !use->writes() || !use->locks.empty(); });
}

/// The lock is held wherever the other is used: whoever comes to it has the lock's line already.
bool guards(const Party &lock, const Party &data) {
  return isLock(lock) && !isLock(data) &&
         std::all_of(data.uses.begin(), data.uses.end(),
                     [](const Use *use) { return !use->locks.empty(); });
}

/// Rivalry by roles: both sides run in loops of threads that the program is seen to start.
class ByRoles {
public:
  ByRoles(const Program &program, const Party &a, const Party &b)
      : roles_(program.roles()), a_(a), b_(b), together_(writersOf(a) == writersOf(b)) {}

  std::optional<Rivalry> run() {
    const auto left = kindsOf(a_), right = kindsOf(b_);
    judgeSides(left, right, a_);
    judgeSides(right, left, b_);
    return best_;
  }

private:
  using Uses = std::vector<const Use *>;

  /// One use of each kind that may rival: a function's tenth write tells nothing new.
  static Uses kindsOf(const Party &party) {
    const auto kind = [](const Use *use) {
      return std::tuple(!use->writes(), !use->looped, use->function, use->author, use->leaf,
                        use->instance, use->root, use->locks);
    };
    Uses uses;
    for (const Use *use : party.uses)
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

  void judgeSides(const Uses &writing, const Uses &others, const Party &written) {
    for (const Use *write : writing)
      if (write->writes())
        for (const Use *other : others)
          judgeUses(*write, *other, written);
  }

  void judgeUses(const Use &write, const Use &other, const Party &writing) {
    if (shareLock(write, other) || !maybeSameObject(writing, write, other))
      return;
    for (const Reach &left : write.roles)
      if (write.hot(left) && left.role != kUnknownRole)
        for (const Reach &right : other.roles)
          judgeRoles(write, left, other, right, writing);
  }

  void judgeRoles(const Use &write, const Reach &left, const Use &other, const Reach &right,
                  const Party &writing) {
    if (right.role == kUnknownRole || !other.hot(right) ||
        !roles_.concurrent(left.role, right.role))
      return;
    Rivalry found{.confidence = Confidence::Medium,
                  .read_write = !other.writes(),
                  .first = &write,
                  .second = &other,
                  .first_role = left.role,
                  .second_role = right.role,
                  .roles_shown = true,
                  .calls = left.calls + right.calls};
    const bool shared = write.instance == Instance::Shared && other.instance == Instance::Shared;
    // Where each gets to both sides, two roles are two threads of one kind.
    const bool alike = left.role == right.role ||
                       (reaches(other, left.role) && reaches(write, right.role));
    if (alike && (!shared || found.read_write || together_))
      return;
    if (found.read_write ? touches(writing, right.role) : together_)
      return;
    const bool one_shared =
        write.instance == Instance::Shared || other.instance == Instance::Shared;
    const bool own_loops = write.looped && other.looped;
    const bool often = isOften(write, left) && isOften(other, right);
    const bool locks = isLock(write) || isLock(other);
    const bool far = isFar(left) || isFar(right);
    const bool links = write.leaf == TypeClass::Pointer && other.leaf == TypeClass::Pointer;
    if (!one_shared || !often || links || (locks && writing.variable) ||
        (far && !(write.synchronises() && other.synchronises())))
      found.confidence = Confidence::Low; // each may have its own
    else if (!alike && !locks && counts(write, left) && counts(other, right) &&
             (found.read_write ? shared && own_loops : shared || own_loops))
      found.confidence = Confidence::High;
    if (!best_ || better(found, *best_))
      best_ = found;
  }

  static bool reaches(const Use &use, RoleIndex role) {
    return std::any_of(use.roles.begin(), use.roles.end(),
                       [&](const Reach &reach) { return reach.role == role; });
  }
  static bool isLock(const Use &use) {
    return use.leaf == TypeClass::Lock || use.leaf == TypeClass::Condition;
  }
  /// Written again and again, not set once in a while: pointers and flags change with the state.
  static bool counts(const Use &use, const Reach &reach) {
    return use.leaf != TypeClass::Pointer &&
           (!use.writes() || use.synchronises() || (use.looped && reach.calls == 0));
  }
  /// In a loop of the function itself, or of the thread's own that calls it.
  static bool isOften(const Use &use, const Reach &reach) {
    return use.looped || use.synchronises() || (use.leaf != TypeClass::Pointer && reach.calls <= 1);
  }

  /// The reader needs the written bytes anyway.
  static bool touches(const Party &party, RoleIndex role) {
    return std::any_of(party.uses.begin(), party.uses.end(), [&](const Use *use) {
      return std::any_of(use->roles.begin(), use->roles.end(),
                         [&](const Reach &reach) { return reach.role == role; });
    });
  }

  const Roles &roles_;
  const Party &a_;
  const Party &b_;
  bool together_;
  std::optional<Rivalry> best_;
};

/// Rivalry by the looks of the code, where the threads are not in sight.
class ByLooks {
public:
  ByLooks(const Program &program, const Party &a, const Party &b, ObjectSigns signs)
      : program_(program), a_(a), b_(b), signs_(signs) {}

  std::optional<Rivalry> run() {
    const Functions left = writersOf(a_), right = writersOf(b_);
    if (left.empty() || right.empty() || !disjoint(left, right) || a_.elements || b_.elements)
      return std::nullopt;
    first_ = strongest(a_);
    second_ = strongest(b_);
    if (!mayRunTogether() || alwaysLocked() || guardsWrites(a_, b_) || guardsWrites(b_, a_) ||
        (first_->instance == Instance::PerThread && second_->instance == Instance::PerThread) ||
        !maybeSameObject(a_, *first_, *second_))
      return std::nullopt;
    const auto confidence = judge();
    if (!confidence)
      return std::nullopt;
    return Rivalry{.confidence = *confidence,
                   .first = first_,
                   .second = second_,
                   .first_role = first_->roles.front().role,
                   .second_role = second_->roles.front().role};
  }

private:
  [[nodiscard]] std::optional<Confidence> judge() const {
    const bool both = synchronises(a_) && synchronises(b_);
    const bool opposite = areComplementary(a_.name, b_.name);
    const bool locks = isLock(a_) || isLock(b_);
    if (both && opposite)
      return locks && a_.variable ? Confidence::Low : Confidence::Medium;
    if (both && !locks && updates(*first_) && updates(*second_))
      return oftenTogether() ? Confidence::Medium : Confidence::Low;
    if (both)
      return Confidence::Low;
    if ((updatesAtomically(*first_) && loopsInThread(*second_)) ||
        (updatesAtomically(*second_) && loopsInThread(*first_)))
      return Confidence::Medium;
    if (!opposite)
      return std::nullopt;
    const bool signs = synchronises(a_) || synchronises(b_) || fences(a_) || fences(b_);
    if (signs && !locks)
      return Confidence::Medium;
    return signs_.concurrent ? std::optional(Confidence::Low) : std::nullopt;
  }

  static const Use *strongest(const Party &party) {
    const auto rank = [](const Use *use) {
      return (use->writes() ? 4 : 0) + (use->access->op == Op::ReadModifyWrite ? 2 : 0) +
             (use->looped ? 1 : 0);
    };
    return *std::max_element(party.uses.begin(), party.uses.end(),
                             [&](const Use *x, const Use *y) { return rank(x) < rank(y); });
  }
  /// What is seen in a loop tells of its neighbour too, unless that is a flag or elsewhere.
  [[nodiscard]] bool oftenTogether() const {
    const auto often = [&](const Use &use) {
      return use.hot() || (!a_.variable && use.bytes.size() > 1);
    };
    return (first_->hot() || second_->hot()) && often(*first_) && often(*second_);
  }
  static bool updates(const Use &use) { return use.access->op == Op::ReadModifyWrite; }
  static bool updatesAtomically(const Use &use) {
    return use.access->atomic && updates(use) && use.leaf != TypeClass::Lock;
  }
  /// In a loop of a thread that the program is seen to start.
  static bool loopsInThread(const Use &use) {
    return use.looped && std::all_of(use.roles.begin(), use.roles.end(), [](const Reach &reach) {
             return reach.role != kMainRole && reach.role != kUnknownRole;
           });
  }
  static bool synchronises(const Party &party) {
    return std::any_of(party.uses.begin(), party.uses.end(),
                       [](const Use *use) { return use->writes() && use->synchronises(); });
  }
  [[nodiscard]] bool fences(const Party &party) const {
    return std::any_of(party.uses.begin(), party.uses.end(), [&](const Use *use) {
      return use->writes() && program_.facts().function(use->function).fences;
    });
  }

  /// Not if all that is seen to run both is one thread.
  [[nodiscard]] bool mayRunTogether() const {
    const Roles &roles = program_.roles();
    for (const Use *left : a_.uses)
      for (const Use *right : b_.uses)
        for (const Reach &one : left->roles)
          for (const Reach &other : right->roles)
            if (one.role == kUnknownRole || other.role == kUnknownRole ||
                roles.concurrent(one.role, other.role))
              return true;
    return false;
  }

  [[nodiscard]] bool alwaysLocked() const {
    for (const Use *left : a_.uses)
      for (const Use *right : b_.uses)
        if (left->writes() && right->writes() && !shareLock(*left, *right))
          return false;
    return true;
  }

  const Program &program_;
  const Party &a_;
  const Party &b_;
  ObjectSigns signs_;
  const Use *first_ = nullptr;
  const Use *second_ = nullptr;
};

/// By its name, one of those that must write does so when something ends or fails.
bool writesRarely(const Rivalry &rivalry, const Party &a, const Party &b) {
  const bool a_first = std::find(a.uses.begin(), a.uses.end(), rivalry.first) != a.uses.end();
  const Party &first = a_first ? a : b, &second = a_first ? b : a;
  return namesRareEvent(first.name) || (!rivalry.read_write && namesRareEvent(second.name));
}

} // namespace

Bytes writtenPart(const Use &use, Bytes bytes) {
  constexpr std::uint64_t mutex = 40, words = 16;
  if (use.leaf == TypeClass::Lock && bytes.size() == mutex)
    bytes.end = bytes.begin + words;
  return bytes;
}

bool counts(const Use &use) {
  return !use.setup && !use.roles.empty();
}

std::optional<Rivalry> rivalryOf(const Program &program, const Party &a, const Party &b,
                                 ObjectSigns signs) {
  if (a.uses.empty() || b.uses.empty() || guards(a, b) || guards(b, a))
    return std::nullopt;
  std::optional<Rivalry> best = ByRoles(program, a, b).run();
  for (const auto &seen :
       {ByLooks(program, a, b, signs).run(), besideReadMostly(program, a, b, signs)})
    if (seen && (!best || better(*seen, *best)))
      best = seen;
  if (best && writesRarely(*best, a, b))
    best->confidence = best->confidence == Confidence::High ? Confidence::Medium : Confidence::Low;
  return best;
}

} // namespace fsfind
