#include "cli/lsp/Positions.h"

#include "cli/terminal/Text.h"

#include <algorithm>
#include <cctype>

namespace fsfind::lsp {

namespace {

struct Character {
  std::size_t bytes = 1;
  std::uint32_t units = 1;
};

/// The character at the begin of a text that is not empty. Those of four bytes in UTF-8 are those
/// of two units in UTF-16.
Character firstOf(std::string_view text, Encoding encoding) {
  constexpr std::size_t kLongest = 4;
  const std::size_t length = cli::characterLength(text);
  const std::size_t bytes = std::max<std::size_t>(length, 1);
  if (encoding == Encoding::Utf8)
    return {bytes, static_cast<std::uint32_t>(bytes)};
  return {bytes, length == kLongest ? 2U : 1U};
}

bool isLineEnd(char byte) {
  return byte == '\r' || byte == '\n';
}

/// Bytes of the line end that begins at `at`.
std::size_t lineEndAt(std::string_view text, std::size_t at) {
  return text.substr(at).starts_with("\r\n") ? 2 : 1;
}

std::size_t nextLineEnd(std::string_view text, std::size_t from) {
  const auto end =
      std::find_if(text.begin() + static_cast<std::ptrdiff_t>(std::min(from, text.size())),
                   text.end(), isLineEnd);
  return static_cast<std::size_t>(end - text.begin());
}

/// Where a line begins; the text's size if there is no such line.
std::size_t lineBegin(std::string_view text, std::uint32_t line) {
  std::size_t begin = 0;
  for (; line > 0; --line) {
    const std::size_t end = nextLineEnd(text, begin);
    if (end == text.size())
      return text.size();
    begin = end + lineEndAt(text, end);
  }
  return begin;
}

bool isOfWord(char byte) {
  return std::isalnum(static_cast<unsigned char>(byte)) != 0 || byte == '_';
}

} // namespace

std::uint32_t unitsOf(std::string_view text, Encoding encoding) {
  std::uint32_t units = 0;
  while (!text.empty()) {
    const Character first = firstOf(text, encoding);
    units += first.units;
    text.remove_prefix(first.bytes);
  }
  return units;
}

std::size_t bytesOf(std::string_view line, std::uint32_t units, Encoding encoding) {
  std::size_t bytes = 0;
  while (bytes < line.size() && units > 0 && !isLineEnd(line[bytes])) {
    const Character first = firstOf(line.substr(bytes), encoding);
    if (first.units > units)
      break;
    units -= first.units;
    bytes += first.bytes;
  }
  return bytes;
}

std::string_view lineOf(std::string_view text, std::uint32_t line) {
  const std::size_t begin = lineBegin(text, line);
  return text.substr(begin, nextLineEnd(text, begin) - begin);
}

std::size_t offsetOf(std::string_view text, Position position, Encoding encoding) {
  const std::size_t begin = lineBegin(text, position.line);
  return begin + bytesOf(text.substr(begin), position.character, encoding); // the line may be long
}

std::uint32_t lineEnds(std::string_view text) {
  std::uint32_t count = 0;
  for (std::size_t at = nextLineEnd(text, 0); at < text.size(); at = nextLineEnd(text, at)) {
    at += lineEndAt(text, at);
    ++count;
  }
  return count;
}

Word wordAt(std::string_view line, std::size_t byte) {
  std::size_t begin = std::min(byte, line.size()), end = begin;
  while (begin > 0 && isOfWord(line[begin - 1]))
    --begin;
  while (end < line.size() && isOfWord(line[end]))
    ++end;
  return {begin, line.substr(begin, end - begin)};
}

} // namespace fsfind::lsp
