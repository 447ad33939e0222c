#include "rules/model/FailOn.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fsfind {

namespace {

// In the order of the enumerators; none of FailKind is for Harm.
constexpr std::array<std::string_view, 4> kKinds = {"false", "true", "first-touch", "any"};
constexpr std::array<std::string_view, 7> kWords = {"any",       "low", "medium", "high",
                                                    "confirmed", "new", "worse"};
constexpr std::size_t kMostShown = 40; ///< bytes of a wrong word

using TermWords = std::span<const std::string_view>;

std::string listed(TermWords words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

std::size_t indexIn(TermWords words, std::string_view word) {
  return static_cast<std::size_t>(std::find(words.begin(), words.end(), word) - words.begin());
}

std::string problemOf(std::string_view term, TermWords words) {
  const std::size_t colon = term.find(':');
  const std::string_view word = term.substr(colon == std::string_view::npos ? 0 : colon + 1);
  const std::string_view shown = term.substr(0, kMostShown);
  if (term == "none")
    return "'none' stands alone";
  if (colon != std::string_view::npos && indexIn(kKinds, term.substr(0, colon)) == kKinds.size())
    return fmt::format("'{}' begins with none of {}", shown, listed(kKinds));
  if (indexIn(words, word) != words.size())
    return {};
  if (colon == std::string_view::npos && indexIn(kKinds, term) != kKinds.size())
    return fmt::format("'{}' is a kind of sharing and wants one of {} behind a colon, as {}:high",
                       shown, listed(words), term);
  return fmt::format("'{}' is none of none, {}, nor one of these behind a kind ({}) and a colon",
                     shown, listed(words), listed(kKinds));
}

FailTerm termOf(std::string_view text) {
  const std::size_t colon = text.find(':');
  FailTerm term;
  if (colon != std::string_view::npos)
    term.kind = static_cast<FailKind>(indexIn(kKinds, text.substr(0, colon)) + 1);
  else if (text == "any")
    term.kind = FailKind::Any;
  term.word = static_cast<FailWord>(
      indexIn(kWords, text.substr(colon == std::string_view::npos ? 0 : colon + 1)));
  return term;
}

bool isOfKind(FailKind kind, Sharing sharing) {
  switch (kind) {
  case FailKind::Harm:
    return sharing != Sharing::True;
  case FailKind::False:
    return sharing == Sharing::False || sharing == Sharing::Mixed;
  case FailKind::True:
    return sharing == Sharing::True;
  case FailKind::FirstTouch:
    return sharing == Sharing::FirstTouch;
  case FailKind::Any:
    break;
  }
  return true;
}

// High is the least value of Confidence.
bool isAsSure(FailWord word, const Finding &finding) {
  switch (word) {
  case FailWord::Medium:
    return finding.confidence <= Confidence::Medium;
  case FailWord::High:
    return finding.confidence == Confidence::High;
  case FailWord::Confirmed:
    return finding.verdict == Verdict::Confirmed;
  case FailWord::Any:
  case FailWord::Low:
  case FailWord::New:
  case FailWord::Worse:
    break;
  }
  return true;
}

} // namespace

ParsedFailOn parseFailOn(std::string_view text, TermWords words) {
  ParsedFailOn result;
  if (text == "none")
    return result;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view term = text.substr(begin, end - begin);
    if (result.problem = problemOf(term, words); !result.problem.empty())
      return result;
    result.terms.push_back(termOf(term));
    begin = end + 1;
  }
  return result;
}

FailTerms failTerms(std::string_view text) {
  return parseFailOn(text, kWords).terms;
}

TermWords failKinds() {
  return kKinds;
}

bool regards(const FailTerm &term, const Finding &finding) {
  return isOfKind(term.kind, finding.sharing) && isAsSure(term.word, finding);
}

bool fails(const std::vector<Finding> &findings, const FailTerms &terms) {
  return std::any_of(findings.begin(), findings.end(), [&](const Finding &finding) {
    return std::any_of(terms.begin(), terms.end(),
                       [&](const FailTerm &term) { return regards(term, finding); });
  });
}

} // namespace fsfind
