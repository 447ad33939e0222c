#include "cli/fix/TextEdits.h"

#include <algorithm>
#include <tuple>

namespace fsfind::fix {

namespace {

auto begin(const Edit &edit) {
  return std::tie(edit.line, edit.column);
}
auto end(const Edit &edit) {
  return std::tie(edit.end_line, edit.end_column);
}

bool inserts(const Edit &edit) {
  return begin(edit) == end(edit);
}

/// What is inserted stands on lines of its own, so that more of them may stand there in any order.
bool insertsLines(const Edit &edit) {
  return inserts(edit) && edit.text.find('\n') != std::string::npos;
}

/// Bytes of a line without its newline. A column may be at most one greater.
std::size_t widthOf(std::string_view line) {
  return line.ends_with('\n') ? line.size() - 1 : line.size();
}

bool isIn(const std::vector<std::string_view> &lines, std::uint32_t line, std::uint32_t column) {
  return line >= 1 && line <= lines.size() && column >= 1 && column - 1 <= widthOf(lines[line - 1]);
}

} // namespace

bool comesBefore(const Edit &a, const Edit &b) {
  return std::tuple(begin(a), end(a), a.text) < std::tuple(begin(b), end(b), b.text);
}

bool collide(const Edit &a, const Edit &b) {
  if (a.file != b.file || a == b || (insertsLines(a) && insertsLines(b)))
    return false;
  return begin(a) == begin(b) || (begin(a) < end(b) && begin(b) < end(a));
}

bool fits(const std::vector<std::string_view> &lines, const Edit &edit) {
  return isIn(lines, edit.line, edit.column) && isIn(lines, edit.end_line, edit.end_column) &&
         begin(edit) <= end(edit);
}

std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

std::size_t placesEdited(const std::vector<Edit> &edits) {
  std::size_t places = 0;
  std::uint32_t last = 0; // lines count from 1
  for (const Edit &edit : edits) {
    if (edit.line > last)
      ++places;
    const bool whole_lines = edit.end_column == 1 && edit.end_line > edit.line;
    last = std::max(last, whole_lines ? edit.end_line - 1 : edit.end_line);
  }
  return places;
}

std::string edited(std::string_view text, const std::vector<Edit> &edits,
                   std::uint32_t first_line) {
  std::vector<std::size_t> begins; // of lines, in bytes
  std::size_t at = 0;
  for (const std::string_view line : linesOf(text)) {
    begins.push_back(at);
    at += line.size();
  }
  begins.push_back(at); // an edit may end at column 1 of the line after the last
  std::string result;
  std::size_t taken = 0;
  for (const Edit &edit : edits) {
    const std::size_t from = begins[edit.line - first_line] + edit.column - 1;
    result.append(text, taken, from - taken);
    result += edit.text;
    taken = begins[edit.end_line - first_line] + edit.end_column - 1;
  }
  return result.append(text, taken);
}

} // namespace fsfind::fix
