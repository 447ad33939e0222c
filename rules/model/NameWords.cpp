#include "rules/model/NameWords.h"

#include <algorithm>
#include <utility>

namespace fsfind {

namespace {

/// Of words, patterns and opposites together: positions of words have 16 bits, and each pattern
/// takes time for each name.
constexpr std::size_t kMostKnown = 8192;
constexpr std::size_t kMostAdded = 3; ///< at once: two words and their pair
constexpr std::size_t kUsualWords = 4;
constexpr std::size_t kFirstLetter = 10;

// Names are ASCII; the functions of <cctype> would consult the locale for each letter.
bool isSmall(char c) {
  return c >= 'a' && c <= 'z';
}

bool isCapital(char c) {
  return c >= 'A' && c <= 'Z';
}

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

/// Of a digit or small letter, its position among these in ASCII.
std::size_t letterOf(char c) {
  return isDigit(c) ? static_cast<std::size_t>(c - '0')
                    : kFirstLetter + static_cast<std::size_t>(c - 'a');
}

/// What a pattern goes around, and where it may go on.
struct Pattern {
  std::string_view core;
  bool before = false, after = false;
};

Pattern taken(std::string_view text) {
  Pattern pattern{text, text.starts_with('*'), text.ends_with('*') && text.size() > 1};
  pattern.core.remove_prefix(pattern.before ? 1 : 0);
  pattern.core.remove_suffix(pattern.after ? 1 : 0);
  return pattern;
}

/// The words of the name are joined by `_`.
bool isInside(std::string_view name, const Pattern &pattern) {
  for (std::size_t at = name.find(pattern.core); at != std::string_view::npos;
       at = name.find(pattern.core, at + 1)) {
    const std::size_t end = at + pattern.core.size();
    if ((pattern.before || at == 0 || name[at - 1] == '_') &&
        (pattern.after || end == name.size() || name[end] == '_'))
      return true;
  }
  return false;
}

bool isWord(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return isSmall(c) || isCapital(c) || isDigit(c);
  });
}

/// Adds to a sorted list.
void addTo(std::vector<NameWord> &list, std::string_view text, NameKinds kinds) {
  const auto at = std::lower_bound(
      list.begin(), list.end(), text,
      [](const NameWord &one, std::string_view wanted) { return one.text < wanted; });
  if (at != list.end() && at->text == text)
    at->kinds.add(kinds);
  else
    list.insert(at, {std::string(text), kinds});
}

} // namespace

NameParts::NameParts(std::string_view name) {
  joined_.reserve(2 * name.size() + 1); // each letter may begin a word; words_ has views into it
  words_.reserve(kUsualWords);
  std::size_t begin = 0;
  const auto end = [&] {
    if (joined_.size() == begin)
      return;
    words_.push_back(std::string_view(joined_).substr(begin));
    joined_ += '_';
    begin = joined_.size();
  };
  bool small = false;
  for (const char c : name) {
    const bool capital = isCapital(c);
    if (capital ? small : !isSmall(c) && !isDigit(c))
      end();
    if (capital)
      joined_ += static_cast<char>(c - 'A' + 'a');
    else if (isSmall(c) || isDigit(c))
      joined_ += c;
    small = isSmall(c);
  }
  end();
  if (!joined_.empty())
    joined_.pop_back(); // the last `_`
}

bool NameWords::isFull() const {
  return words_.size() + patterns_.size() + opposites_.size() + kMostAdded > kMostKnown;
}

void NameWords::addWord(std::string_view word, NameKinds kinds) {
  const std::size_t before = words_.size();
  addTo(words_, word, kinds);
  if (words_.size() > before)
    for (std::size_t letter = letterOf(word.front()) + 1; letter <= kLetters; ++letter)
      ++begins_[letter];
}

bool NameWords::add(std::string_view pattern, NameKinds kinds) {
  const auto [core, before, after] = taken(pattern);
  const bool whole = std::all_of(core.begin(), core.end(), [](char c) {
    return isSmall(c) || isCapital(c) || isDigit(c) || c == '_';
  });
  const NameParts parts(core);
  if (!whole || parts.words().empty() || kinds.bits >> kNameKinds != 0 || isFull())
    return false;
  if (!before && !after && parts.words().size() == 1) {
    addWord(parts.joined(), kinds);
    return true;
  }
  addTo(patterns_, (before ? "*" : "") + std::string(parts.joined()) + (after ? "*" : ""), kinds);
  of_patterns_.add(kinds);
  return true;
}

bool NameWords::addOpposites(std::string_view one, std::string_view other) {
  if (!isWord(one) || !isWord(other) || isFull())
    return false;
  const NameParts parts(one), others(other);
  Opposites pair{std::string(parts.joined()), std::string(others.joined())};
  if (parts.words().size() != 1 || others.words().size() != 1 || pair.one == pair.other)
    return false;
  if (pair.other < pair.one)
    std::swap(pair.one, pair.other);
  addWord(pair.one, kindsOf({NameKind::Side}));
  addWord(pair.other, kindsOf({NameKind::Side}));
  const auto at = std::lower_bound(opposites_.begin(), opposites_.end(), pair);
  if (at == opposites_.end() || *at != pair)
    opposites_.insert(at, std::move(pair));
  return true;
}

void NameWords::add(const NameWords &others) {
  if (*this == others)
    return;
  if (*this == NameWords{}) {
    *this = others;
    return;
  }
  for (const auto *list : {&others.words_, &others.patterns_})
    for (const NameWord &one : *list)
      (void)add(one.text, one.kinds);
  for (const Opposites &pair : others.opposites_)
    (void)addOpposites(pair.one, pair.other);
}

NameKinds NameWords::of(std::string_view word) const {
  const std::size_t letter = letterOf(word.front());
  const auto end = words_.begin() + begins_[letter + 1];
  // Few words begin with the same letter, and most of them have another size.
  const auto at = std::find_if(words_.begin() + begins_[letter], end,
                               [&](const NameWord &one) { return one.text == word; });
  return at != end ? at->kinds : NameKinds{};
}

bool NameWords::hasPattern(std::string_view joined, NameKinds kinds) const {
  return of_patterns_.hasAny(kinds) &&
         std::any_of(patterns_.begin(), patterns_.end(), [&](const NameWord &one) {
           return one.kinds.hasAny(kinds) && isInside(joined, taken(one.text));
         });
}

bool NameWords::is(std::string_view word, NameKinds kinds) const {
  return of(word).hasAny(kinds) || hasPattern(word, kinds);
}

bool NameWords::isIn(const NameParts &name, NameKinds kinds) const {
  return std::any_of(name.words().begin(), name.words().end(),
                     [&](std::string_view word) { return of(word).hasAny(kinds); }) ||
         hasPattern(name.joined(), kinds);
}

bool NameWords::areOpposite(std::string_view one, std::string_view other) const {
  if (other < one)
    std::swap(one, other);
  const auto at = std::lower_bound(opposites_.begin(), opposites_.end(), std::pair(one, other),
                                   [](const Opposites &pair, const auto &wanted) {
                                     return std::pair<std::string_view, std::string_view>(
                                                pair.one, pair.other) < wanted;
                                   });
  return at != opposites_.end() && at->one == one && at->other == other;
}

} // namespace fsfind
