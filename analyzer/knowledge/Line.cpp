#include "analyzer/knowledge/Line.h"

#include "rules/model/TextParts.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace fsfind::analyzer {

namespace {

constexpr std::size_t kMostBytes = 1024, kMostShown = 40, kMostProperties = 16;

bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

bool isControl(char c) {
  return (static_cast<unsigned char>(c) < ' ' && c != '\t') || c == '\x7f';
}

/// Takes the next word, and the blanks after it.
std::string_view takeWord(std::string_view &rest) {
  const std::size_t size =
      static_cast<std::size_t>(std::find_if(rest.begin(), rest.end(), isBlank) - rest.begin());
  const std::string_view word = rest.substr(0, size);
  rest = trimmed(rest.substr(size));
  return word;
}

std::optional<Wrong> takeName(std::string_view &rest, std::string_view &name) {
  if (!rest.starts_with('"')) {
    name = takeWord(rest);
  } else {
    const std::size_t end = rest.find('"', 1);
    if (end == std::string_view::npos)
      return Wrong{"a quotation mark is not closed", "write \" on both sides of the name"};
    name = rest.substr(1, end - 1);
    rest = trimmed(rest.substr(end + 1));
  }
  const bool odd = std::any_of(name.begin(), name.end(), isControl);
  if (name.empty() || odd || name.ends_with(':') || name.find('"') != std::string_view::npos)
    return Wrong{name.empty() ? std::string("the name is missing")
                              : fmt::format("'{}' is no name", shown(name)),
                 "write the kind, the name and its properties: starter pool_submit callable=2"};
  return std::nullopt;
}

unsigned distance(std::string_view a, std::string_view b) {
  std::vector<unsigned> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0U);
  for (std::size_t i = 0; i < a.size(); ++i) {
    unsigned before = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const unsigned changed = before + (a[i] == b[j] ? 0U : 1U);
      before = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

} // namespace

std::optional<Wrong> splitLine(std::string_view text, Line &line) {
  text = trimmed(text.substr(0, text.find('#')));
  if (text.size() > kMostBytes)
    return Wrong{"the line is too long", "write one name a line"};
  if (text.empty())
    return std::nullopt;
  line.kind = takeWord(text);
  if (auto wrong = takeName(text, line.name))
    return wrong;
  while (!text.empty()) {
    if (line.properties.size() == kMostProperties)
      return Wrong{"the line has too many properties", "write one name a line"};
    const std::string_view word = takeWord(text);
    const std::size_t equals = std::min(word.find('='), word.size());
    line.properties.push_back(
        {word.substr(0, equals), word.substr(std::min(equals + 1, word.size()))});
  }
  return std::nullopt;
}

std::string shown(std::string_view text) {
  std::string safe(text.substr(0, kMostShown));
  for (char &c : safe)
    if (isControl(c) || static_cast<unsigned char>(c) >= 0x80)
      c = '?';
  return safe + (text.size() > kMostShown ? "…" : "");
}

std::string_view mostLike(std::string_view word, const std::vector<std::string_view> &list) {
  std::string_view best;
  unsigned least = static_cast<unsigned>(word.size() / 2 + 1);
  for (const std::string_view one : list)
    if (word.size() <= kMostShown)
      if (const unsigned far = distance(word, one); far < least) {
        least = far;
        best = one;
      }
  return best;
}

} // namespace fsfind::analyzer
