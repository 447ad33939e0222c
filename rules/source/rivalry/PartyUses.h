#pragma once

#include "rules/source/rivalry/Rivalry.h"

#include <optional>
#include <set>
#include <utility>

/// What the uses of parties have in common with each other.
namespace fsfind {

/// A lock of more bytes is one that threads sleep on.
inline constexpr std::uint64_t kSpinlockSize = 8;

using Functions = std::set<FunctionIndex>;

[[nodiscard]] Functions writersOf(const Party &party);
[[nodiscard]] bool disjoint(const Functions &a, const Functions &b);
[[nodiscard]] bool isWithin(const Functions &some, const Functions &all);
/// Both hold one lock.
[[nodiscard]] bool shareLock(const Use &a, const Use &b);
/// Members rival in one object only.
[[nodiscard]] bool maybeSameObject(const Party &party, const Use &a, const Use &b);
/// A lock, or what waits for one.
[[nodiscard]] bool isLock(const Party &party);
/// The lock is held wherever the other is written.
[[nodiscard]] bool guardsWrites(const Party &lock, const Party &data);
/// The lock is held wherever the other is used: whoever comes to it has the lock's line already.
[[nodiscard]] bool guards(const Party &lock, const Party &data);
[[nodiscard]] bool isLock(const Use &use);
/// In a loop of its function, or of one that calls it at no great distance: calls depend on what
/// they are given, and on conditions that nobody sees here.
[[nodiscard]] bool isNear(const Use &use, const Reach &reach);
/// Changed atomically again and again, which none does who is alone; a mutex is no sign of that,
/// threads take one for what is rare too.
[[nodiscard]] bool isContended(const Use &use);
/// In an operation that unknown callers ask for, a library's users: they may do so again and again,
/// in any thread.
[[nodiscard]] bool isOffered(const Use &use);
/// Roles of the two that may run at the same time, not far from a loop.
[[nodiscard]] std::optional<std::pair<RoleIndex, RoleIndex>>
concurrentRoles(const Program &program, const Use &a, const Use &b);

} // namespace fsfind
