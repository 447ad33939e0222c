#include "cli/terminal/TableLayout.h"

#include <cstdlib>
#include <libsmartcols/libsmartcols.h>
#include <memory>

namespace fsfind::cli {

namespace {

struct Free {
  void operator()(libscols_table *table) const { scols_unref_table(table); }
  void operator()(char *text) const { std::free(text); }
};
using ScolsTable = std::unique_ptr<libscols_table, Free>;

void addColumns(libscols_table *table, const std::vector<Column> &columns) {
  for (const Column &column : columns)
    scols_table_new_column(table, column.title.c_str(), 0,
                           column.align == Align::Right ? SCOLS_FL_RIGHT : 0);
}

void setCell(libscols_line *line, std::size_t column, const std::string &text, Style style) {
  scols_line_set_data(line, column, text.c_str());
  // libsmartcols accepts an escape sequence as a colour, and resets it after the cell.
  if (style != Style::Plain)
    scols_cell_set_color(scols_line_get_cell(line, column), styleSequence(style).data());
}

} // namespace

std::string layOut(const std::vector<Column> &columns,
                   const std::vector<std::vector<TableCell>> &rows, bool color) {
  const ScolsTable table(scols_new_table());
  if (!table)
    return {};
  scols_table_enable_colors(table.get(), color ? 1 : 0);
  scols_table_set_column_separator(table.get(), kTableGap.data());
  // Cells already fit the width; the library must not shorten them again.
  scols_table_set_termforce(table.get(), SCOLS_TERMFORCE_NEVER);
  addColumns(table.get(), columns);
  for (const auto &row : rows) {
    libscols_line *line = scols_table_new_line(table.get(), nullptr);
    for (std::size_t i = 0; line != nullptr && i < row.size(); ++i)
      setCell(line, i, row[i].text, row[i].style);
  }
  char *printed = nullptr;
  if (scols_print_table_to_string(table.get(), &printed) != 0)
    return {};
  const std::unique_ptr<char, Free> owner(printed);
  return printed;
}

} // namespace fsfind::cli
