#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Pictures of reports with the tables that say the same. Pages of HTML and single SVG files show
/// the same figures.
namespace fsfind::report {

struct FigureColumn {
  std::string head;
  bool number = false; ///< its cells have values
};

/// All text is plain: whoever writes it as markup escapes it.
struct FigureCell {
  std::string text;
  double value = 0; ///< of columns of numbers: what to sort by
};

struct FigureTable {
  std::string caption;
  std::vector<FigureColumn> columns;
  std::vector<std::vector<FigureCell>> rows;
  /// For some tables: by row, the ranks of the lines that it is about. Else empty.
  std::vector<std::vector<std::uint32_t>> lines;
};

struct Figure {
  std::string name;   ///< one line of plain text, for who does not see the picture
  std::string legend; ///< how to read it, and what it leaves out: plain text, may be empty
  double width = 0, height = 0; ///< px
  /// SVG elements (Canvas), without the root: markup, in which text from elsewhere is escaped.
  std::string shapes;
  FigureTable table;
};

/// A cell that is sorted as a number.
[[nodiscard]] FigureCell numberCell(std::uint64_t number);

/// What tells users of data apart beside their colour: A, B, … Z, AA, …
[[nodiscard]] std::string letterOf(std::size_t index);

/// The first few of many, and how many more there are: `a, b and 3 more`.
[[nodiscard]] std::string someOf(const std::vector<std::string> &words, std::size_t most);

} // namespace fsfind::report
