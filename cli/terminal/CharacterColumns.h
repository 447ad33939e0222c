#pragma once

#include <cstddef>

namespace fsfind::cli {

/// Columns of a terminal that a character takes: 0 of marks on the one before, 2 of wide ones, as
/// Chinese and emoji, else 1. By the process's locale (LC_CTYPE): tables are laid out by it, too.
[[nodiscard]] std::size_t columnsOf(char32_t character);

} // namespace fsfind::cli
