#pragma once

#include <string>
#include <string_view>

namespace fsfind::cli {

/// What tell() prints: `fsfind: text` and a newline; control characters become `?`.
[[nodiscard]] std::string messageLine(std::string_view text);

} // namespace fsfind::cli
