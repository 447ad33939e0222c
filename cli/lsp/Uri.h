#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fsfind::lsp {

/// The `file:` URI (RFC 8089) of an absolute path.
[[nodiscard]] std::string uriOf(std::string_view path);

/// The absolute path of a `file:` URI of this machine; none of other URIs.
[[nodiscard]] std::optional<std::string> pathOf(std::string_view uri);

} // namespace fsfind::lsp
