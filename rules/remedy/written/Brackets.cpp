#include "rules/remedy/written/Brackets.h"

#include <algorithm>

namespace fsfind::written {

namespace {

constexpr std::string_view kOpening = "([{", kClosing = ")]}";

/// The position in the list; npos for tokens that are no such bracket.
std::size_t kindOf(const Token &token, std::string_view list) {
  return token.kind == TokenKind::Sign && token.text.size() == 1 ? list.find(token.text.front())
                                                                 : std::string_view::npos;
}

} // namespace

Brackets::Brackets(const std::vector<Token> &tokens)
    : around(tokens.size(), kNoToken), partner(tokens.size(), kNoToken) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::size_t closes = kindOf(tokens[i], kClosing);
    if (closes != std::string_view::npos) {
      if (open.empty() || kindOf(tokens[open.back()], kOpening) != closes) {
        whole = false;
        return;
      }
      partner[i] = open.back();
      partner[open.back()] = i;
      open.pop_back();
    }
    around[i] = open.empty() ? kNoToken : open.back();
    if (kindOf(tokens[i], kOpening) != std::string_view::npos)
      open.push_back(i);
  }
  whole = open.empty();
}

std::size_t tokenAt(const std::vector<Token> &tokens, std::size_t offset) {
  const auto at =
      std::lower_bound(tokens.begin(), tokens.end(), offset,
                       [](const Token &token, std::size_t wanted) { return token.at < wanted; });
  return static_cast<std::size_t>(at - tokens.begin());
}

bool isRun(const std::vector<Token> &tokens, std::size_t at,
           const std::vector<std::string_view> &run) {
  return at <= tokens.size() && run.size() <= tokens.size() - at &&
         std::equal(run.begin(), run.end(), tokens.begin() + static_cast<std::ptrdiff_t>(at),
                    [](std::string_view word, const Token &token) { return token.is(word); });
}

} // namespace fsfind::written
