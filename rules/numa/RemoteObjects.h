#pragma once

#include "rules/model/Finding.h"

#include <vector>

namespace fsfind {

/// Fewer pages are no matter of placement: they can lie on one node only.
inline constexpr std::size_t kMinPages = 4;

/// Objects whose pages live on one node while threads on several nodes load them from memory, and
/// mostly from afar: one thread touched them first. A page's node is that of a CPU whose load from
/// it was local, or on a machine of two nodes the other one than that of a CPU whose load was
/// remote. One finding a variable, or a type of objects without a variable; without ranks.
[[nodiscard]] std::vector<Finding> remoteObjects(const Profile &profile);

} // namespace fsfind
