#include "cli/terminal/Table.h"

#include "cli/terminal/TableLayout.h"
#include "cli/terminal/Text.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <sstream>
#include <string_view>

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

/// The cells of a column as they fit. Different names that would be shortened alike keep both ends.
std::vector<std::string> fitted(const std::vector<std::string> &texts, Give give, std::size_t width,
                                bool utf8) {
  std::vector<std::string> cells;
  std::map<std::string, std::set<std::string_view>> names;
  for (const std::string &text : texts) {
    cells.push_back(fitted(text, give, width, utf8));
    names[cells.back()].insert(text);
  }
  for (std::size_t i = 0; give == Give::Name && i < cells.size(); ++i)
    if (names[cells[i]].size() > 1)
      cells[i] = shortenedMiddle(texts[i], width, utf8);
  return cells;
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

std::vector<std::string> Table::textsOf(std::size_t column) const {
  std::vector<std::string> texts;
  for (const auto &row : rows_)
    texts.push_back(row[column].text);
  return texts;
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
  std::vector<std::size_t> of_names;
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (columns_[i].give == Give::Name)
      of_names.push_back(i);
  // Space that a narrow column does not need goes to the wider ones.
  std::stable_sort(of_names.begin(), of_names.end(),
                   [&](std::size_t a, std::size_t b) { return widths[a] < widths[b]; });
  std::size_t still = of_names.size();
  for (const std::size_t i : of_names) {
    widths[i] = std::min(widths[i], std::max(free / still--, kLeastName));
    free = free > widths[i] ? free - widths[i] : 0;
  }
  return widths;
}

/// The columns of numbers that fit, those on the left first, in a table; below each of its rows the
/// names, each on a line of its own.
std::string Table::stacked(const Traits &traits, std::size_t indent) const {
  std::vector<Column> numbers;
  std::vector<std::size_t> kept, names;
  std::size_t used = indent;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].give != Give::Nothing) {
      names.push_back(i);
      continue;
    }
    const std::size_t more = naturalWidth(i) + (kept.empty() ? 0 : kGap);
    if (!kept.empty() && used + more > traits.width)
      continue;
    used += more;
    kept.push_back(i);
    numbers.push_back(columns_[i]);
  }
  std::vector<std::vector<TableCell>> rows(rows_.size());
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (const std::size_t i : kept)
      rows[row].push_back(rows_[row][i]);
  std::istringstream lines(withoutTrailingBlanks(layOut(numbers, rows, traits.color), indent));
  std::string result, line;
  std::getline(lines, line);
  result = line + '\n';
  const std::size_t name_indent = indent + 2;
  std::map<std::size_t, std::vector<std::string>> texts;
  for (const std::size_t i : names)
    texts[i] = fitted(textsOf(i), columns_[i].give, traits.width - name_indent, traits.utf8);
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    std::getline(lines, line);
    result += line + '\n';
    for (const std::size_t i : names)
      if (!texts[i][row].empty())
        result += std::string(name_indent, ' ') +
                  paint(rows_[row][i].style, texts[i][row], traits.color) + '\n';
  }
  return result;
}

std::string Table::text(const Traits &traits, std::size_t indent) const {
  const std::vector<std::size_t> fit = widths(traits, indent);
  const std::size_t width =
      std::accumulate(fit.begin(), fit.end(), indent) + kGap * (fit.size() - 1);
  const bool has_numbers = std::any_of(columns_.begin(), columns_.end(),
                                       [](const Column &c) { return c.give == Give::Nothing; });
  if (width > traits.width && has_numbers)
    return stacked(traits, indent);
  std::vector<std::vector<TableCell>> rows = rows_;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    std::vector<std::string> texts = fitted(textsOf(i), columns_[i].give, fit[i], traits.utf8);
    for (std::size_t row = 0; row < rows.size(); ++row)
      rows[row][i].text = std::move(texts[row]);
  }
  return withoutTrailingBlanks(layOut(columns_, rows, traits.color), indent);
}

} // namespace fsfind::cli
