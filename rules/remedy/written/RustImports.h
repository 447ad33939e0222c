#pragma once

#include "rules/remedy/written/Tokens.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace fsfind::written {

struct RustImport {
  std::vector<std::string_view> path;
  std::string_view name; ///< the path's last, or the one behind `as`
};

/// What the `use` at the token imports; of `*`, nothing.
/// https://doc.rust-lang.org/reference/items/use-declarations.html
[[nodiscard]] std::vector<RustImport> importsOf(const std::vector<Token> &tokens,
                                                std::size_t keyword);

} // namespace fsfind::written
