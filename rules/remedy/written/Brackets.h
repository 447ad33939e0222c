#pragma once

#include "rules/remedy/written/Tokens.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace fsfind::written {

inline constexpr std::size_t kNoToken = static_cast<std::size_t>(-1);

/// Which brackets, of `()`, `[]` and `{}`, the tokens of a text stand in.
struct Brackets {
  explicit Brackets(const std::vector<Token> &tokens);

  std::vector<std::size_t> around;  ///< of each token, the innermost bracket open there; kNoToken
  std::vector<std::size_t> partner; ///< of each bracket, its other one; kNoToken of other tokens
  bool whole = true;                ///< each bracket has its partner
};

/// The first token that begins at `offset` or behind it.
[[nodiscard]] std::size_t tokenAt(const std::vector<Token> &tokens, std::size_t offset);

/// Whether the tokens from `at` are these; false beyond the end.
[[nodiscard]] bool isRun(const std::vector<Token> &tokens, std::size_t at,
                         const std::vector<std::string_view> &run);

} // namespace fsfind::written
