#include "cli/terminal/Table.h"

#include "cli/terminal/TableLayout.h"
#include "cli/terminal/Text.h"

#include <algorithm>
#include <sstream>

namespace fsfind::cli {

namespace {

constexpr std::size_t kGap = kTableGap.size();
/// Columns to which a Name or Path column may be narrowed at most.
constexpr std::size_t kLeastName = 12;

std::string fitted(const std::string &text, Give give, std::size_t width, bool utf8) {
  switch (give) {
  case Give::Nothing:
    return text;
  case Give::Name:
    return shortenedName(text, width, utf8);
  case Give::Path:
    return shortenedPath(text, width, utf8);
  }
  return text;
}

std::string withoutTrailingBlanks(const std::string &text, std::size_t indent) {
  std::istringstream lines(text);
  std::string result, line;
  while (std::getline(lines, line)) {
    line.erase(line.find_last_not_of(' ') + 1);
    result += std::string(indent, ' ') + line + '\n';
  }
  return result;
}

} // namespace

std::size_t Table::naturalWidth(std::size_t column) const {
  std::size_t width = displayWidth(columns_[column].title);
  for (const auto &row : rows_)
    width = std::max(width, displayWidth(row[column].text));
  return width;
}

std::vector<std::size_t> Table::widths(const Traits &traits, std::size_t indent) const {
  std::vector<std::size_t> widths;
  std::size_t fixed = indent + kGap * (columns_.size() - 1);
  std::size_t names = 0;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    widths.push_back(naturalWidth(i));
    fixed += columns_[i].give == Give::Nothing ? widths[i] : 0;
    names += columns_[i].give == Give::Name ? widths[i] : 0;
  }
  std::size_t free = traits.width > fixed ? traits.width - fixed : 0;
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (columns_[i].give == Give::Path) {
      const std::size_t left_by_names = free > names ? free - names : 0;
      widths[i] = std::min(widths[i], std::max({free * 2 / 5, left_by_names, kLeastName}));
      free = free > widths[i] ? free - widths[i] : 0;
    }
  const auto name_columns = static_cast<std::size_t>(std::count_if(
      columns_.begin(), columns_.end(), [](const Column &c) { return c.give == Give::Name; }));
  std::size_t still = name_columns;
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (columns_[i].give == Give::Name) {
      // Space that a narrow column does not need goes to the columns after it.
      widths[i] = std::min(widths[i], std::max(free / still--, kLeastName));
      free = free > widths[i] ? free - widths[i] : 0;
    }
  return widths;
}

std::string Table::text(const Traits &traits, std::size_t indent) const {
  const std::vector<std::size_t> fit = widths(traits, indent);
  std::vector<std::vector<TableCell>> rows = rows_;
  for (auto &row : rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      row[i].text = fitted(row[i].text, columns_[i].give, fit[i], traits.utf8);
  return withoutTrailingBlanks(layOut(columns_, rows, traits.color), indent);
}

} // namespace fsfind::cli
