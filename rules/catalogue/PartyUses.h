#pragma once

#include "rules/catalogue/Rivalry.h"

#include <set>

/// What the uses of parties have in common with each other.
namespace fsfind {

using Functions = std::set<FunctionIndex>;

[[nodiscard]] Functions writersOf(const Party &party);
[[nodiscard]] bool disjoint(const Functions &a, const Functions &b);
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

} // namespace fsfind
