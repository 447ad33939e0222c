#pragma once

#include "rules/model/Expected.h"

#include <string>

namespace fsfind::cli {

/// That `name` cannot be written to, by the errno of the attempt, and what to do about it.
[[nodiscard]] Error outputError(const std::string &name, int number);

} // namespace fsfind::cli
