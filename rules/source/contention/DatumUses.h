#pragma once

#include "rules/source/contention/Contention.h"

#include <optional>
#include <set>
#include <utility>

/// How the uses of two data are related, and what one use shows.
namespace fsfind {

/// Bytes. A larger lock is taken for a mutex, on which threads sleep; a smaller one spins.
inline constexpr std::uint64_t kSpinlockSize = 8;

using Functions = std::set<FunctionIndex>;

[[nodiscard]] Functions writersOf(const Datum &datum);
[[nodiscard]] bool disjoint(const Functions &a, const Functions &b);
[[nodiscard]] bool isWithin(const Functions &some, const Functions &all);
/// Some lock is held at both uses.
[[nodiscard]] bool shareLock(const Use &a, const Use &b);
/// Two uses of members may be of one object: not if they are of different variables.
[[nodiscard]] bool maybeSameObject(const Datum &datum, const Use &a, const Use &b);
/// The datum is a lock or a condition variable.
[[nodiscard]] bool isLock(const Datum &datum);
/// `lock` is a lock, `data` is none, and this lock, or one that may be it, is held at every write
/// to `data`.
[[nodiscard]] bool guardsWrites(const Program &program, const Datum &lock, const Datum &data);
/// The same for every use of `data`: a thread that gets to the data has the line of the lock
/// already.
[[nodiscard]] bool guards(const Program &program, const Datum &lock, const Datum &data);
[[nodiscard]] bool isLock(const Use &use);
/// In a loop of its function, or of a caller at most three calls away: whether more calls are made
/// depends on arguments and on conditions that the facts do not show.
[[nodiscard]] bool isNear(const Use &use, const Execution &execution);
/// Modified atomically in a loop: a thread that is alone has no need for an atomic operation. A
/// mutex does not count, because threads take one for rare work too.
[[nodiscard]] bool isContended(const Use &use);
/// In an operation, at most four calls deep, of unknown callers (a library's users), who may call
/// it often and in any thread.
[[nodiscard]] bool isOffered(const Use &use);
/// A role of each use that may run at the same time as the other, both near a loop (isNear); none
/// if there is no such pair.
[[nodiscard]] std::optional<std::pair<RoleIndex, RoleIndex>>
concurrentRoles(const Program &program, const Use &a, const Use &b);

} // namespace fsfind
