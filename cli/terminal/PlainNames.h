#pragma once

#include <string>
#include <string_view>

namespace fsfind::cli {

/// The text with its C++ types as their authors write them: `std::string` for
/// `std::__cxx11::basic_string<char, …>`, containers without the allocators, hashes and orders that
/// they have by default, nothing of unnamed namespaces. Of arguments within arguments of arguments,
/// and of long lists, `…` is left
/// (`...` without `utf8`).
[[nodiscard]] std::string plainNames(std::string_view text, bool utf8);

} // namespace fsfind::cli
