#include "cli/terminal/Text.h"

#include "cli/terminal/CharacterColumns.h"
#include "cli/terminal/Characters.h"
#include "rules/model/Utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fsfind::cli {

namespace {

/// The code point of a UTF-8 character whose bytes have the right form.
char32_t codePoint(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  char32_t point = character.size() == 1   ? first
                   : character.size() == 2 ? first & 0x1FU
                   : character.size() == 3 ? first & 0x0FU
                                           : first & 0x07U;
  for (const char byte : character.substr(1))
    point = point << 6U | (static_cast<unsigned char>(byte) & 0x3FU);
  return point;
}

/// Whether that many bytes are the shortest form of a code point that may stand alone (Unicode
/// Standard, table 3-7).
bool isWellFormed(char32_t point, std::size_t bytes) {
  constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = point >= 0xD800 && point <= 0xDFFF;
  return point >= kLeast[bytes] && point <= 0x10FFFF && !surrogate;
}

/// Whether it acts instead of being seen: C0, DEL and C1 controls, ends of lines and paragraphs,
/// and marks that change the order in which the text around them is shown (Unicode Standard Annex
/// 9, `Bidi_Control`), by which a name can be made to look like another.
bool isControl(char32_t point) {
  return point < 0x20 || (point >= 0x7F && point < 0xA0) || point == 0x61C || point == 0x200E ||
         point == 0x200F || (point >= 0x2028 && point <= 0x202E) ||
         (point >= 0x2066 && point <= 0x2069);
}

/// Whether a line that begins so, with blanks before, is a command to GitHub's workflows.
bool isCommand(std::string_view text) {
  constexpr std::array<std::string_view, 15> kCommands = {
      "error",    "warning",    "notice",      "debug",          "group",
      "endgroup", "add-mask",   "add-matcher", "remove-matcher", "stop-commands",
      "echo",     "save-state", "set-output",  "set-env",        "add-path"};
  if (!text.starts_with("::"))
    return false;
  text.remove_prefix(2);
  const std::string_view word = text.substr(0, text.find_first_of(" :"));
  return std::find(kCommands.begin(), kCommands.end(), word) != kCommands.end();
}

/// Whether a `[` behind the text begins a command, anywhere in a line: `##[` for GitHub, `##vso[`
/// for Azure Pipelines, `##teamcity[`.
bool endsInMark(std::string_view text) {
  while (!text.empty() && text.back() >= 'a' && text.back() <= 'z')
    text.remove_suffix(1);
  return text.ends_with("##");
}

/// What a text begins with.
struct Character {
  std::size_t bytes = 0, columns = 0;
};

/// Of bytes that are no character, those that may begin one count. `text` is not empty.
Character firstOf(std::string_view text) {
  if (static_cast<unsigned char>(text[0]) < 0x80)
    return {1, 1};
  const std::size_t bytes = characterLength(text);
  if (bytes == 0)
    return {1, continuesCharacter(text[0]) ? 0U : 1U};
  return {bytes, columnsOf(codePoint(text.substr(0, bytes)))};
}

/// The byte position after the first `columns` columns, or after one less where a wide character
/// lies across that.
std::size_t afterColumns(std::string_view text, std::size_t columns) {
  std::size_t at = 0;
  while (at < text.size()) {
    const Character next = firstOf(text.substr(at));
    if (next.columns > columns)
      break;
    columns -= next.columns;
    at += next.bytes;
  }
  return at;
}

/// The end of the text, of at most `columns` columns. It does not begin with marks on a letter that
/// is cut off.
std::string_view lastOf(std::string_view text, std::size_t columns) {
  const std::size_t whole = text.size();
  for (std::size_t width = displayWidth(text); !text.empty();) {
    const Character first = firstOf(text);
    const bool mark = first.columns == 0 && text.size() < whole;
    if (width <= columns && !mark)
      break;
    width -= first.columns;
    text.remove_prefix(first.bytes);
  }
  return text;
}

std::string_view ellipsis(bool utf8) {
  return utf8 ? "…" : "~";
}

} // namespace

std::size_t characterLength(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t length = first < 0x80                     ? 1
                             : first >= 0xC2 && first <= 0xDF ? 2
                             : first >= 0xE0 && first <= 0xEF ? 3
                             : first >= 0xF0 && first <= 0xF4 ? 4
                                                              : 0;
  if (length == 0 || length > text.size())
    return 0;
  for (std::size_t i = 1; i < length; ++i)
    if (!continuesCharacter(text[i]))
      return 0;
  return isWellFormed(codePoint(text.substr(0, length)), length) ? length : 0;
}

std::size_t displayWidth(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const Character first = firstOf(text);
    width += first.columns;
    text.remove_prefix(first.bytes);
  }
  return width;
}

std::string printable(std::string_view text, bool utf8) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = characterLength(text);
    const std::size_t step = length == 0 ? 1 : length;
    const std::string_view character = text.substr(0, step);
    const bool begins = result.empty() || result.back() == ' ';
    if (length == 0 || isControl(codePoint(character)) || (length > 1 && !utf8) ||
        (begins && isCommand(text)) || (character == "[" && endsInMark(result)))
      result += '?';
    else
      result += character;
    text.remove_prefix(step);
  }
  return result;
}

std::string printableLines(std::string_view text, bool utf8) {
  std::string result, part;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const bool layout = at < text.size() && (text[at] == '\n' || text[at] == '\t');
    if (at < text.size() && !layout) {
      part += text[at];
      continue;
    }
    if (layout && text[at] == '\n' && part.ends_with('\r'))
      part.pop_back();
    result += printable(part, utf8);
    part.clear();
    if (layout)
      result += text[at];
  }
  return result;
}

std::string clipped(std::string_view text, std::size_t columns) {
  return std::string(text.substr(0, afterColumns(text, columns)));
}

std::string padded(std::string_view text, std::size_t columns) {
  const std::size_t width = displayWidth(text);
  return std::string(text) + std::string(width < columns ? columns - width : 0, ' ');
}

std::string paddedLeft(std::string_view text, std::size_t columns) {
  const std::size_t width = displayWidth(text);
  return std::string(width < columns ? columns - width : 0, ' ') + std::string(text);
}

std::string shortenedMiddle(std::string_view text, std::size_t columns, bool utf8) {
  const std::size_t width = displayWidth(text);
  if (width <= columns)
    return std::string(text);
  if (columns < 3)
    return clipped(text, columns);
  const std::size_t tail = (columns - 1) / 2;
  const std::size_t head = columns - 1 - tail;
  return clipped(text, head).append(ellipsis(utf8)).append(lastOf(text, tail));
}

std::string shortenedPath(std::string_view path, std::size_t columns, bool utf8) {
  const std::size_t width = displayWidth(path);
  if (width <= columns)
    return std::string(path);
  std::size_t slash = path.find('/', 1);
  while (slash != std::string_view::npos) {
    const std::string_view rest = path.substr(slash);
    const std::string_view left_out =
        utf8 ? "…" : "..."; // not `~`, which would look like a home folder
    if (displayWidth(rest) + displayWidth(left_out) <= columns)
      return std::string(left_out).append(rest);
    slash = path.find('/', slash + 1);
  }
  return shortenedMiddle(path, columns, utf8);
}

std::string joined(const std::vector<std::string> &parts, std::string_view separator) {
  return fmt::format("{}", fmt::join(parts, separator));
}

std::vector<std::string> wrapped(std::string_view text, std::size_t columns) {
  return wrappedBy(displayWidth, text, columns);
}

} // namespace fsfind::cli
