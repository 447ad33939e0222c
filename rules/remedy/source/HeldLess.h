#pragma once

#include <string>

namespace fsfind {

/// What helps where all threads take one lock of that name: a sentence without a full stop.
[[nodiscard]] std::string whyHeldLess(const std::string &name);

} // namespace fsfind
