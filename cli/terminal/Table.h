#pragma once

#include "cli/terminal/Style.h"
#include "cli/terminal/Traits.h"

#include <cstddef>
#include <string>
#include <vector>

namespace fsfind::cli {

enum class Align : std::uint8_t { Left, Right };

/// How a column is shortened if the table is wider than the terminal.
enum class Give : std::uint8_t {
  Nothing,
  Name, ///< shortened as a name
  Path, ///< shortened as a path; keeps two fifths of the free width beside Name columns
};

struct Column {
  std::string title;
  Align align = Align::Left;
  Give give = Give::Nothing;
};

struct TableCell {
  std::string text;
  Style style = Style::Plain;
};

/// A table with a heading row, laid out by libsmartcols. Where it does not fit the terminal, even
/// with its names shortened, these are below the numbers of each row.
class Table {
public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// Adds a row; it must have one cell for each column.
  void add(std::vector<TableCell> row) { rows_.push_back(std::move(row)); }
  [[nodiscard]] bool empty() const { return rows_.empty(); }

  /// The table as text. Every line begins with `indent` blanks and ends with a newline.
  [[nodiscard]] std::string text(const Traits &traits, std::size_t indent) const;

private:
  [[nodiscard]] std::string stacked(const Traits &traits, std::size_t indent) const;
  [[nodiscard]] std::vector<std::size_t> widths(const Traits &traits, std::size_t indent) const;
  [[nodiscard]] std::size_t naturalWidth(std::size_t column) const;
  [[nodiscard]] std::vector<std::string> textsOf(std::size_t column) const;

  std::vector<Column> columns_;
  std::vector<std::vector<TableCell>> rows_;
};

} // namespace fsfind::cli
