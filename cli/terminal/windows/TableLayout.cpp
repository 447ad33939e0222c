#include "cli/terminal/TableLayout.h"

#include "cli/terminal/Text.h"

#include <algorithm>

namespace fsfind::cli {

std::string layOut(const std::vector<Column> &columns,
                   const std::vector<std::vector<TableCell>> &rows, bool color) {
  std::vector<TableCell> titles;
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    titles.push_back({columns[i].title});
    widths.push_back(displayWidth(columns[i].title));
    for (const auto &row : rows)
      widths[i] = std::max(widths[i], displayWidth(row[i].text));
  }
  std::string text;
  const auto add = [&](const std::vector<TableCell> &row) {
    for (std::size_t i = 0; i < row.size(); ++i)
      text += std::string(i == 0 ? "" : kTableGap) + paint(row[i].style,
                                                           columns[i].align == Align::Right
                                                               ? paddedLeft(row[i].text, widths[i])
                                                               : padded(row[i].text, widths[i]),
                                                           color);
    text += '\n';
  };
  if (!rows.empty())
    add(titles);
  for (const auto &row : rows)
    add(row);
  return text;
}

} // namespace fsfind::cli
