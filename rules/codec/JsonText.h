#pragma once

#include "rules/model/Expected.h"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace fsfind {

/// How deep JSON that is read may be nested: what handles it goes down into it, and each level that
/// is one byte in a file takes some forty in memory.
inline constexpr std::size_t kMostJsonDepth = 100;

/// How deep brackets outside of texts are nested.
[[nodiscard]] std::size_t jsonDepth(std::string_view text);

/// All of `text` as JSON. `where` names its origin in errors, and `remedy` says what to do about
/// what is none.
[[nodiscard]] Expected<nlohmann::json> parseJson(std::string_view text, const std::string &where,
                                                 const std::string &remedy);

} // namespace fsfind
