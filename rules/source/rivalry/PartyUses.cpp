#include "rules/source/rivalry/PartyUses.h"

#include <algorithm>
#include <iterator>

namespace fsfind {

namespace {

bool mayMeet(const Program &program, const Reach &a, const Reach &b) {
  return a.role == kUnknownRole || b.role == kUnknownRole ||
         program.roles().concurrent(a.role, b.role);
}

/// The locks that a party may be.
class Guard {
public:
  Guard(const Program &program, const Party &lock) : locks_(program.locks()) {
    for (const Use *use : lock.uses)
      if (const auto number = locks_.find(use->access->what))
        numbers_.insert(*number);
  }

  [[nodiscard]] bool isHeldAt(const Use &use) const {
    return std::any_of(use.locks.begin(), use.locks.end(), [&](std::uint32_t held) {
      return numbers_.empty() || numbers_.contains(held) || locks_.isUnknown(held);
    });
  }

private:
  const Locks &locks_;
  std::set<std::uint32_t> numbers_; ///< none: where the lock is taken, its place is unknown
};

} // namespace

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

bool isWithin(const Functions &some, const Functions &all) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

bool shareLock(const Use &a, const Use &b) {
  std::vector<std::uint32_t> both;
  std::set_intersection(a.locks.begin(), a.locks.end(), b.locks.begin(), b.locks.end(),
                        std::back_inserter(both));
  return !both.empty();
}

bool maybeSameObject(const Party &party, const Use &a, const Use &b) {
  return party.variable || !(a.root && b.root && *a.root != *b.root);
}

bool isLock(const Party &party) {
  return std::any_of(party.uses.begin(), party.uses.end(),
                     [](const Use *use) { return isLock(*use); });
}

bool guardsWrites(const Program &program, const Party &lock, const Party &data) {
  const Guard guard(program, lock);
  return isLock(lock) && !isLock(data) &&
         std::all_of(data.uses.begin(), data.uses.end(),
                     [&](const Use *use) { return !use->writes() || guard.isHeldAt(*use); });
}

bool guards(const Program &program, const Party &lock, const Party &data) {
  const Guard guard(program, lock);
  return isLock(lock) && !isLock(data) &&
         std::all_of(data.uses.begin(), data.uses.end(),
                     [&](const Use *use) { return guard.isHeldAt(*use); });
}

bool isLock(const Use &use) {
  return use.leaf == TypeClass::Lock || use.leaf == TypeClass::Condition;
}

bool isNear(const Use &use, const Reach &reach) {
  constexpr std::uint32_t calls = 3;
  return use.looped || (reach.hot() && reach.calls <= calls);
}

bool isContended(const Use &use) {
  const bool word = !isLock(use) || use.bytes.size() <= kSpinlockSize;
  return use.access->op == Op::ReadModifyWrite && word && use.leaf != TypeClass::Pointer &&
         (use.access->atomic || isLock(use)) && use.hot() && use.instance != Instance::PerThread;
}

bool isOffered(const Use &use) {
  constexpr std::uint32_t calls = 4;
  return use.access->chance == Chance::Usual && use.instance != Instance::PerThread &&
         std::any_of(use.roles.begin(), use.roles.end(), [](const Reach &reach) {
           return reach.role == kUnknownRole && reach.calls <= calls;
         });
}

std::optional<std::pair<RoleIndex, RoleIndex>> concurrentRoles(const Program &program, const Use &a,
                                                               const Use &b) {
  for (const Reach &one : a.roles)
    for (const Reach &other : b.roles)
      if (isNear(a, one) && isNear(b, other) && mayMeet(program, one, other) &&
          !(one.role == other.role && a.byOneThread(one) && b.byOneThread(other)))
        return std::pair(one.role, other.role);
  return std::nullopt;
}

} // namespace fsfind
