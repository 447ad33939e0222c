#include "cli/terminal/Characters.h"

#include "cli/terminal/Text.h"

#include <algorithm>

namespace fsfind::cli {

namespace {

/// The byte position after the first `count` characters.
std::size_t afterCharacters(std::string_view text, std::size_t count) {
  std::size_t at = 0;
  for (; count > 0 && at < text.size(); --count)
    at += std::max<std::size_t>(1, characterLength(text.substr(at)));
  return at;
}

} // namespace

const Measure kByColumns{displayWidth, clipped, shortenedMiddle};
const Measure kByCharacters{characterCount, firstCharacters,
                            [](std::string_view text, std::size_t most, bool /*utf8*/) {
                              return withoutMiddle(text, most);
                            }};

std::size_t characterCount(std::string_view text) {
  std::size_t count = 0;
  for (; !text.empty(); ++count)
    text.remove_prefix(afterCharacters(text, 1));
  return count;
}

std::string firstCharacters(std::string_view text, std::size_t count) {
  return std::string(text.substr(0, afterCharacters(text, count)));
}

std::string withoutMiddle(std::string_view text, std::size_t count) {
  constexpr std::size_t kFewest = 3; // one on each side of the `…`
  const std::size_t all = characterCount(text);
  if (all <= count || count < kFewest)
    return firstCharacters(text, count);
  const std::size_t tail = (count - 1) / 2;
  return firstCharacters(text, count - 1 - tail)
      .append("…")
      .append(text.substr(afterCharacters(text, all - tail)));
}

std::vector<std::string> wrappedBy(Room room, std::string_view text, std::size_t most) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, blank);
    const std::size_t taken = room(lines.back());
    if (taken != 0 && taken + 1 + room(word) > most)
      lines.emplace_back();
    else if (taken != 0)
      lines.back() += ' ';
    lines.back() += word;
    text.remove_prefix(std::min(blank + 1, text.size()));
  }
  return lines;
}

} // namespace fsfind::cli
