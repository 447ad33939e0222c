#pragma once

#include <string>

namespace fsfind::cli {

/// The JSON Schema (draft 2020-12) of a configuration file, for editors.
[[nodiscard]] std::string configSchema();

} // namespace fsfind::cli
