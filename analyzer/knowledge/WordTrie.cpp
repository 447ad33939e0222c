#include "analyzer/knowledge/WordTrie.h"

#include <algorithm>

namespace fsfind::analyzer {

namespace {

constexpr std::size_t kMostNodes = 0xFFFF;
constexpr std::uint8_t kNoLetter = 0xFF;

constexpr auto kLetterOf = [] {
  std::array<std::uint8_t, 256> table{};
  table.fill(kNoLetter);
  for (unsigned i = 0; i < 26; ++i)
    table['a' + i] = table['A' + i] = static_cast<std::uint8_t>(i);
  for (unsigned i = 0; i < 10; ++i)
    table['0' + i] = static_cast<std::uint8_t>(26 + i);
  table['_'] = 36;
  return table;
}();

std::uint8_t letterOf(char c) {
  return kLetterOf[static_cast<unsigned char>(c)];
}

} // namespace

bool WordTrie::add(std::string_view pattern, Words suggested) {
  const bool open_before = pattern.starts_with('*');
  pattern.remove_prefix(open_before ? 1 : 0);
  const bool open_after = pattern.ends_with('*');
  pattern.remove_suffix(open_after ? 1 : 0);
  const bool whole =
      std::all_of(pattern.begin(), pattern.end(), [](char c) { return letterOf(c) != kNoLetter; });
  if (pattern.empty() || !whole || nodes_.size() + pattern.size() > kMostNodes)
    return false;
  std::uint16_t at = 0;
  for (const char c : pattern) {
    const std::uint8_t letter = letterOf(c);
    if (nodes_[at].next[letter] == 0) {
      nodes_[at].next[letter] = static_cast<std::uint16_t>(nodes_.size());
      nodes_.emplace_back();
    }
    at = nodes_[at].next[letter];
  }
  if (nodes_[at].end == 0) {
    nodes_[at].end = static_cast<std::uint16_t>(ends_.size());
    ends_.emplace_back();
  }
  for (unsigned around = 0; around < 4; ++around)
    if (((around & 1U) == 0 || open_before) && ((around & 2U) == 0 || open_after))
      ends_[nodes_[at].end][around].add(suggested);
  return true;
}

Words WordTrie::in(std::string_view name) const {
  Words found;
  for (std::size_t begin = 0; begin < name.size(); ++begin) {
    std::uint16_t at = 0;
    for (std::size_t i = begin; i < name.size(); ++i) {
      const std::uint8_t letter = letterOf(name[i]);
      at = letter == kNoLetter ? std::uint16_t{0} : nodes_[at].next[letter];
      if (at == 0)
        break;
      if (const std::uint16_t end = nodes_[at].end; end != 0)
        found.add(ends_[end][(begin > 0 ? 1U : 0U) | (i + 1 < name.size() ? 2U : 0U)]);
    }
  }
  return found;
}

} // namespace fsfind::analyzer
