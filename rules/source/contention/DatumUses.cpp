#include "rules/source/contention/DatumUses.h"

#include <algorithm>
#include <iterator>

namespace fsfind {

namespace {

bool mayMeet(const Program &program, const Execution &a, const Execution &b) {
  return a.role == kUnknownRole || b.role == kUnknownRole || program.roles().concurrent(a, b);
}

/// The locks that a datum may be.
class Guard {
public:
  Guard(const Program &program, const Datum &lock) : locks_(program.locks()) {
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

Functions writersOf(const Datum &datum) {
  Functions functions;
  for (const Use *use : datum.uses)
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

bool maybeSameObject(const Datum &datum, const Use &a, const Use &b) {
  return datum.variable || !(a.root && b.root && *a.root != *b.root);
}

bool isLock(const Datum &datum) {
  return std::any_of(datum.uses.begin(), datum.uses.end(),
                     [](const Use *use) { return isLock(*use); });
}

bool guardsWrites(const Program &program, const Datum &lock, const Datum &data) {
  if (!isLock(lock) || isLock(data))
    return false;
  const Guard guard(program, lock);
  return std::all_of(data.uses.begin(), data.uses.end(),
                     [&](const Use *use) { return !use->writes() || guard.isHeldAt(*use); });
}

bool guards(const Program &program, const Datum &lock, const Datum &data) {
  if (!isLock(lock) || isLock(data))
    return false;
  const Guard guard(program, lock);
  return std::all_of(data.uses.begin(), data.uses.end(),
                     [&](const Use *use) { return guard.isHeldAt(*use); });
}

bool isLock(const Use &use) {
  return use.leaf == TypeClass::Lock || use.leaf == TypeClass::Condition;
}

bool isNear(const Use &use, const Execution &execution) {
  constexpr std::uint32_t calls = 3;
  return use.looped || (execution.hot() && execution.calls <= calls);
}

bool isContended(const Use &use) {
  const bool word = !isLock(use) || use.bytes.size() <= kSpinlockSize;
  return use.access->op == Op::ReadModifyWrite && word && use.leaf != TypeClass::Pointer &&
         (use.access->atomic || isLock(use)) && use.hot() && use.instance != Instance::PerThread;
}

bool isOffered(const Use &use) {
  constexpr std::uint32_t calls = 4;
  return use.access->frequency == BranchFrequency::Usual && use.instance != Instance::PerThread &&
         std::any_of(use.roles.begin(), use.roles.end(), [](const Execution &execution) {
           return execution.role == kUnknownRole && execution.calls <= calls;
         });
}

std::optional<std::pair<RoleIndex, RoleIndex>> concurrentRoles(const Program &program, const Use &a,
                                                               const Use &b) {
  for (const Execution &one : a.roles)
    for (const Execution &other : b.roles)
      if (isNear(a, one) && isNear(b, other) && mayMeet(program, one, other) &&
          !(one.role == other.role && a.byOneThread(one) && b.byOneThread(other)))
        return std::pair(one.role, other.role);
  return std::nullopt;
}

} // namespace fsfind
