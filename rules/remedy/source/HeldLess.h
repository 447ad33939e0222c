#pragma once

#include <string>

namespace fsfind {

/// What helps where all threads take one lock of that name, or where each of many objects has one:
/// a sentence without a full stop.
[[nodiscard]] std::string whyHeldLess(const std::string &name, bool one_of_many = false);

} // namespace fsfind
