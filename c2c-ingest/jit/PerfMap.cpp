#include "c2c-ingest/jit/Claiming.h"
#include "c2c-ingest/jit/CodeNames.h"

#include <charconv>
#include <optional>

namespace fsfind::jit {

namespace {

struct Line {
  std::uint64_t begin = 0, size = 0;
  std::string_view name;
};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first == std::string_view::npos
             ? std::string_view()
             : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// Takes a number from the begin of the text, up to a blank.
std::optional<std::uint64_t> takeNumber(std::string_view &text) {
  if (text.starts_with("0x") || text.starts_with("0X"))
    text.remove_prefix(2);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
  const auto length = static_cast<std::size_t>(end - text.data());
  if (error != std::errc() || length == text.size() || (*end != ' ' && *end != '\t'))
    return std::nullopt;
  text = trimmed(text.substr(length));
  return number;
}

std::optional<Line> lineOf(std::string_view text) {
  text = trimmed(text);
  const auto begin = takeNumber(text);
  const auto size = begin ? takeNumber(text) : std::nullopt;
  const bool named =
      !text.empty() && text.size() <= kLongestName && text.find('\0') == std::string_view::npos;
  return size && named ? std::optional(Line{*begin, *size, text}) : std::nullopt;
}

} // namespace

CodeNames namesInMap(std::string_view text, std::set<std::uint64_t> addresses) {
  CodeNames names;
  // The last line first: what it names, no earlier one does.
  while (!text.empty()) {
    const std::size_t before = text.rfind('\n');
    const std::size_t first = before == std::string_view::npos ? 0 : before + 1;
    const std::string_view one = text.substr(first);
    text = text.substr(0, first == 0 ? 0 : before);
    if (trimmed(one).empty())
      continue;
    const auto line = lineOf(one);
    if (!line) {
      ++names.bad;
      continue;
    }
    claim(addresses, line->begin, line->size, [&](std::uint64_t address) {
      names.add(address, CodeName{std::string(line->name), line->begin});
    });
  }
  return names;
}

} // namespace fsfind::jit
