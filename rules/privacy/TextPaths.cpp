#include "rules/privacy/TextPaths.h"

#include "rules/privacy/Characters.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace fsfind {

namespace {

constexpr std::string_view kQuotes = "'\"`";
constexpr std::string_view kOpening = "'\"`(<[{", kClosing = "'\"`)>]}";

bool isDigit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

bool isOfWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool endsWord(char c) {
  return isBlank(c) || kClosing.find(c) != kNone || c == ',' || c == ';' || c == ':' || c == '|';
}

std::size_t wordEnd(std::string_view text, std::size_t at) {
  while (at < text.size() && !endsWord(text[at]))
    ++at;
  return at;
}

std::size_t digitsEnd(std::string_view text, std::size_t at) {
  while (at < text.size() && isDigit(text[at]))
    ++at;
  return at;
}

/// The end of `:3` at this place; `at` if there is none.
std::size_t numberEnd(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != ':')
    return at;
  const std::size_t end = digitsEnd(text, at + 1);
  return end == at + 1 ? at : end;
}

/// Whether neither a name nor a folder goes on here.
bool isApart(std::string_view text, std::size_t at) {
  return at >= text.size() || (!isOfWord(text[at]) && text[at] != '/');
}

/// Where the path begins that clang names a type by (TypePrinter.cpp of clang, `printTag`), if the
/// text at `at` is `(lambda at ` or the like.
std::optional<std::size_t> placeOfType(std::string_view text, std::size_t at) {
  constexpr std::array<std::string_view, 3> kKinds{"(lambda ", "(anonymous ", "(unnamed "};
  constexpr std::string_view kAt = "at ";
  const std::string_view rest = text.substr(at);
  const auto *kind = std::find_if(kKinds.begin(), kKinds.end(),
                                  [&](std::string_view one) { return rest.starts_with(one); });
  if (kind == kKinds.end())
    return std::nullopt;
  std::size_t word = at + kind->size();
  if (text.substr(word).starts_with(kAt))
    return word + kAt.size();
  while (word < text.size() && std::islower(static_cast<unsigned char>(text[word])) != 0)
    ++word; // `struct`, `union`, `enum`, `class`
  if (word < text.size() && text[word] == ' ' && text.substr(word + 1).starts_with(kAt))
    return word + 1 + kAt.size();
  return std::nullopt;
}

/// The end of the path that `:3:5)` follows; of the text if nothing does.
std::size_t endOfPlace(std::string_view text, std::size_t begin) {
  for (std::size_t at = text.find(':', begin); at != kNone; at = text.find(':', at + 1)) {
    const std::size_t line = numberEnd(text, at);
    const std::size_t column = numberEnd(text, line);
    if (line != at && column != line && column < text.size() && text[column] == ')' &&
        isApart(text, column + 1))
      return at;
  }
  return text.size();
}

/// Whether a path that leads upwards is written here.
bool leadsUpwards(std::string_view word) {
  return word.starts_with("../") || word.find("/../") != kNone;
}

/// Where the argument of an option begins, `-I/home`; `at` if it is no such option.
std::size_t skippedOption(std::string_view text, std::size_t at) {
  if (text[at] != '-')
    return at;
  std::size_t end = at + 1;
  while (end < text.size() && (isOfWord(text[end]) || text[end] == '-'))
    ++end;
  const std::string_view rest = text.substr(end);
  return rest.starts_with('/') || rest.starts_with("../") ? end : at;
}

bool isWebAddress(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  return text.substr(at).starts_with("//") &&
         (before.ends_with("http:") || before.ends_with("https:"));
}

/// Whether a path may begin here: after a letter, a slash is none's beginning.
bool mayBegin(std::string_view text, std::size_t at) {
  return at == 0 || (!isOfWord(text[at - 1]) && text[at - 1] != '/' && text[at - 1] != '.');
}

/// Where, from byte `from` on, the quotes or brackets close that the path stands in; kNone if it
/// stands in none.
std::size_t closed(std::string_view text, std::size_t begin, std::size_t from) {
  const std::size_t pair = begin == 0 ? kNone : kOpening.find(text[begin - 1]);
  if (pair == kNone)
    return kNone;
  const char closing = kClosing[pair];
  for (std::size_t at = text.find(closing, from); at != kNone; at = text.find(closing, at + 1))
    if (isApart(text, at + 1))
      return at;
  return kNone;
}

/// Whether what stands before a slash leads to a path of its own: `&`, `..` or `-I` after a blank.
bool leadsToAnother(std::string_view between) {
  const std::size_t blank = between.find_last_of(" \t\n");
  if (blank == kNone)
    return false;
  const std::string_view word = between.substr(blank + 1);
  return word.starts_with('-') || std::none_of(word.begin(), word.end(), isOfWord);
}

/// Whether the text from the end of a word to the next slash ends the path: a line number, the end
/// of a clause, or the beginning of another path.
bool endsPath(std::string_view between) {
  const std::size_t number = numberEnd(between, 0);
  if (number != 0 && number < between.size())
    return true;
  if (leadsToAnother(between))
    return true;
  constexpr std::array<std::string_view, 3> kClauseEnds{": ", "; ", ". "};
  return std::any_of(kClauseEnds.begin(), kClauseEnds.end(),
                     [&](std::string_view end) { return between.find(end) != kNone; });
}

/// Whether behind a path a list goes on with one of which only names may be told.
bool leadsToHidden(std::string_view text, std::size_t end, const KnownPaths &known) {
  constexpr std::string_view kParts = ", ";
  return text.substr(end).starts_with(kParts) && known.at(text, end + kParts.size()).names_only;
}

/// The end of the last name that a slash leads to; `end`, where a name ends, if none does.
std::size_t endOfNames(std::string_view path, std::size_t end, const KnownPaths &known) {
  for (std::size_t slash = path.find('/', end); slash != kNone; slash = path.find('/', end)) {
    const std::string_view between = path.substr(end, slash - end);
    if (!between.empty() && (endsPath(between) || leadsToHidden(path, end, known)))
      break;
    end = wordEnd(path, slash);
  }
  return end;
}

/// `certain`: the path reaches at least to there.
std::size_t endOfPath(std::string_view text, std::size_t begin, std::size_t certain,
                      const KnownPaths &known) {
  const std::string_view path = text.substr(0, closed(text, begin, certain));
  return endOfNames(path, wordEnd(path, certain), known);
}

/// A path that is known, or an unknown one that begins as it does.
TextPath knownPath(std::string_view text, std::size_t begin, const KnownPaths::Match &match,
                   const KnownPaths &known) {
  const std::size_t certain = begin + match.length;
  const std::size_t limit = closed(text, begin, certain);
  const bool quoted = limit != kNone && kQuotes.find(text[limit]) != kNone;
  const std::size_t end = quoted ? limit : endOfNames(text.substr(0, limit), certain, known);
  if (text.substr(certain, end - certain).find('/') == kNone)
    return {begin, certain, match.names_only};
  return {begin, end, true};
}

/// The path that begins at `at`.
std::optional<TextPath> pathAt(std::string_view text, std::size_t at, const KnownPaths &known) {
  if (const auto place = placeOfType(text, at))
    return TextPath{*place, endOfPlace(text, *place)};
  if (!mayBegin(text, at) || isWebAddress(text, at))
    return std::nullopt;
  const std::size_t begin = skippedOption(text, at);
  const KnownPaths::Match match = known.at(text, begin);
  const bool marked = text[begin] == '/' || leadsUpwards(text.substr(begin, match.length));
  if (match.whole && (marked || match.names_only))
    return knownPath(text, begin, match, known);
  const std::string_view word = text.substr(begin, wordEnd(text, begin) - begin);
  // `/` alone parts two names
  if (!match.names_only && !leadsUpwards(word) && !(word.starts_with('/') && word.size() > 1))
    return std::nullopt;
  const std::size_t end = endOfPath(text, begin, begin + match.length, known);
  // `/x` holds no folder
  if (!leadsUpwards(word) && text.substr(begin, end - begin).find('/', 1) == kNone)
    return std::nullopt;
  return TextPath{begin, end, match.names_only};
}

} // namespace

std::optional<TextPath> nextPath(std::string_view text, std::size_t from, const KnownPaths &known) {
  for (std::size_t at = from; at < text.size(); ++at)
    if (const auto path = pathAt(text, at, known))
      return path;
  return std::nullopt;
}

} // namespace fsfind
