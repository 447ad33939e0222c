#pragma once

#include "rules/remedy/written/Brackets.h"

#include <cstddef>
#include <string_view>
#include <vector>

/// Parts of Rust's items.
namespace fsfind::written {

/// The first token of `pub struct` and `pub(crate) struct`, behind attributes.
[[nodiscard]] std::size_t firstOfItem(const std::vector<Token> &tokens, const Brackets &brackets,
                                      std::size_t keyword);

/// The name of the type that the `impl` at the token is for; empty if it cannot be told.
[[nodiscard]] std::string_view implementedBy(const std::vector<Token> &tokens, std::size_t keyword);

/// The `{` of the item's body; kNoToken if it has none.
[[nodiscard]] std::size_t bodyOf(const std::vector<Token> &tokens, const Brackets &brackets,
                                 std::size_t keyword);

/// The `{` of the module that the token is in; kNoToken for the file's own.
[[nodiscard]] std::size_t moduleOf(const std::vector<Token> &tokens, const Brackets &brackets,
                                   std::size_t at);

/// The name of the type that `Self` means at the token; empty if it cannot be told.
[[nodiscard]] std::string_view selfAt(const std::vector<Token> &tokens, const Brackets &brackets,
                                      std::size_t at);

/// Whether the token is in the body of a function that is not `const`.
[[nodiscard]] bool isComputed(const std::vector<Token> &tokens, const Brackets &brackets,
                              std::size_t at);

} // namespace fsfind::written
