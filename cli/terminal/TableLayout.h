#pragma once

#include "cli/terminal/Table.h"

#include <string>
#include <string_view>
#include <vector>

namespace fsfind::cli {

/// What is between columns.
inline constexpr std::string_view kTableGap = "  ";

/// A table whose cells already fit, with its titles, as lines. The folders posix and windows
/// implement it: libsmartcols, which knows wide characters, is not on Windows.
[[nodiscard]] std::string layOut(const std::vector<Column> &columns,
                                 const std::vector<std::vector<TableCell>> &rows, bool color);

} // namespace fsfind::cli
