#pragma once

#include <set>
#include <string>

namespace fsfind {

/// Whether two data probably have the same writers. Samples of what many threads write show some
/// of the threads at one datum and some at the other.
[[nodiscard]] bool areAlike(const std::set<std::string> &a, const std::set<std::string> &b);

} // namespace fsfind
