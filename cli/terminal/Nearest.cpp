#include "cli/terminal/Nearest.h"

#include <algorithm>
#include <cstddef>

namespace fsfind::cli {

namespace {

/// Words are what a person types; a longer one is no misspelling of any.
constexpr std::size_t kLongestWord = 64;

/// How many changes make `a` into `b`.
std::size_t changes(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<std::size_t> table((a.size() + 1) * width); // by numbers of letters of a and b
  const auto at = [&](std::size_t i, std::size_t j) -> std::size_t & {
    return table[i * width + j];
  };
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        at(i, j) = i + j;
        continue;
      }
      const std::size_t replaced = at(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1);
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
    }
  return at(a.size(), b.size());
}

} // namespace

std::string nearest(std::string_view word, const std::vector<std::string> &candidates) {
  if (word.size() > kLongestWord)
    return {};
  std::string best;
  std::size_t least = kLongestWord;
  for (const std::string &candidate : candidates) {
    const std::size_t count = changes(word, candidate);
    if (count < least && 3 * count <= std::max(word.size(), candidate.size())) {
      least = count;
      best = candidate;
    }
  }
  return best;
}

std::string suggestion(std::string_view word, const std::vector<std::string> &candidates,
                       const std::string &otherwise) {
  const std::string best = nearest(word, candidates);
  return best.empty() ? otherwise : "did you mean " + best + "?";
}

} // namespace fsfind::cli
