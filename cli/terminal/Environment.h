#pragma once

#include <functional>
#include <optional>
#include <string>

namespace fsfind::cli {

/// Looks an environment variable up; empty if it is not set. Passed as a parameter, so that tests
/// can replace it.
using Environment = std::function<std::optional<std::string>(const char *name)>;

[[nodiscard]] std::optional<std::string> processEnvironment(const char *name);

} // namespace fsfind::cli
