#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace fsfind {

/// The words of an enumeration, in the enumerators' order.
template <std::size_t N> using WordTable = std::array<std::string_view, N>;

/// The enumerator's word; `unknown` for a value that is no enumerator.
template <class Enum, std::size_t N>
[[nodiscard]] std::string_view wordIn(const WordTable<N> &words, Enum value) {
  const auto index = static_cast<std::size_t>(value);
  return index < N ? words[index] : "unknown";
}

/// Sets `value` to the enumerator that the word stands for. Returns false, and leaves `value`
/// unchanged, if there is no such word.
template <class Enum, std::size_t N>
[[nodiscard]] bool findIn(const WordTable<N> &words, std::string_view word, Enum &value) {
  const auto at = std::find(words.begin(), words.end(), word);
  if (at == words.end())
    return false;
  value = static_cast<Enum>(at - words.begin());
  return true;
}

} // namespace fsfind
