#include "rules/fleet/Table.h"

#include <algorithm>

namespace fsfind::fleet {

std::uint64_t Words::place(std::vector<std::string> &words, std::string_view text) {
  if (text.empty())
    return 0;
  const auto [at, added] = places_.try_emplace(std::string(text), words.size());
  if (added)
    words.emplace_back(text);
  return at->second;
}

Table::Table(std::span<const ColumnSpec> specs) : columns_(specs.size()), words_(specs.size()) {
  for (std::size_t i = 0; i < specs.size(); ++i)
    if (specs[i].type == ColumnType::Text)
      columns_[i].words.emplace_back();
}

void Table::addRows(std::size_t count) {
  rows_ += count;
  for (Column &column : columns_)
    column.values.resize(rows_, 0); // the bits of 0.0, too
}

void Table::set(std::size_t column, std::string_view text) {
  setText(column, rows_ - 1, text);
}

void Table::set(std::size_t column, std::uint64_t count) {
  constexpr std::uint64_t kMost = INT64_MAX;
  setBits(column, rows_ - 1, std::min(count, kMost));
}

void Table::set(std::size_t column, double number) {
  setBits(column, rows_ - 1, std::bit_cast<std::uint64_t>(number));
}

void Table::setText(std::size_t column, std::size_t row, std::string_view text) {
  setBits(column, row, words_[column].place(columns_[column].words, text));
}

} // namespace fsfind::fleet
