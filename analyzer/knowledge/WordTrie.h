#pragma once

#include "analyzer/knowledge/Meanings.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace fsfind::analyzer {

/// Finds all of many words in a name at once, whatever the case of its letters.
class WordTrie {
public:
  WordTrie() : nodes_(1) {}

  /// Adds what a pattern suggests: `word`, `word*`, `*word` or `*word*`, where the word consists of
  /// ASCII letters, digits and underscores. False if it is no such pattern or there are too many.
  [[nodiscard]] bool add(std::string_view pattern, Words suggested);

  [[nodiscard]] Words in(std::string_view name) const;

private:
  static constexpr unsigned kLetters = 37;

  /// What a word suggests that ends here, by whether the name begins before it (bit 0) and goes on
  /// after it (bit 1).
  struct Node {
    std::array<std::uint16_t, kLetters> next{}; ///< 0 = none
    std::uint16_t end = 0;                      ///< position in ends_, 0 = no word ends here
  };
  using End = std::array<Words, 4>;

  std::vector<Node> nodes_;
  std::vector<End> ends_{1};
};

} // namespace fsfind::analyzer
