#include "rules/remedy/written/RustItems.h"

namespace fsfind::written {

namespace {

/// The first token of the item whose body opens at the bracket: behind the last `;`, `}`, `{` or
/// attribute before it.
std::size_t beginOf(const Tokens &tokens, const Brackets &brackets, std::size_t open) {
  std::size_t i = open;
  while (i > 0) {
    const Token &before = tokens[i - 1];
    const std::size_t partner = brackets.partner[i - 1];
    if (before.is(";") || before.is("}") || before.is("{"))
      return i;
    if (before.is("]") && partner > 0 && tokens[partner - 1].is("#"))
      return i;
    if ((before.is("(") || before.is("[")) && partner > open)
      return i;
    i = partner != kNoToken ? partner : i - 1;
  }
  return i;
}

} // namespace

std::size_t firstOfItem(const Tokens &tokens, const Brackets &brackets, std::size_t keyword) {
  std::size_t i = keyword;
  if (i > 0 && tokens[i - 1].is(")"))
    i = brackets.partner[i - 1];
  return i != kNoToken && i > 0 && tokens[i - 1].is("pub") ? i - 1 : keyword;
}

std::string_view implementedBy(const Tokens &tokens, std::size_t keyword) {
  std::size_t depth = 0;
  std::string_view name;
  for (std::size_t i = keyword + 1; i < tokens.size(); ++i) {
    const Token &token = tokens[i];
    if (token.is("<"))
      ++depth;
    else if (token.is(">") && !tokens[i - 1].is("-") && depth > 0)
      --depth;
    else if (depth == 0 && (token.is("{") || token.is("where")))
      return name;
    else if (token.is(";") || token.is("(") || token.is("{"))
      return {};
    else if (depth == 0 && token.kind == TokenKind::Word)
      name = token.is("for") ? std::string_view() : token.text;
  }
  return {};
}

std::size_t bodyOf(const Tokens &tokens, const Brackets &brackets, std::size_t keyword) {
  for (std::size_t i = keyword; i < tokens.size(); ++i)
    if (brackets.around[i] == brackets.around[keyword]) {
      if (tokens[i].is("{"))
        return i;
      if (tokens[i].is(";"))
        break;
    }
  return kNoToken;
}

std::size_t moduleOf(const Tokens &tokens, const Brackets &brackets, std::size_t at) {
  for (at = brackets.around[at]; at != kNoToken; at = brackets.around[at])
    if (at > 1 && tokens[at].is("{") && tokens[at - 2].is("mod"))
      return at;
  return kNoToken;
}

std::string_view selfAt(const Tokens &tokens, const Brackets &brackets, std::size_t at) {
  for (at = brackets.around[at]; at != kNoToken; at = brackets.around[at])
    if (tokens[at].is("{"))
      for (std::size_t i = beginOf(tokens, brackets, at); i < at; ++i) {
        if (tokens[i].is("impl") && (i == 0 || !tokens[i - 1].is(">")))
          return implementedBy(tokens, i);
        if (tokens[i].is("fn"))
          break;
      }
  return {};
}

bool isComputed(const Tokens &tokens, const Brackets &brackets, std::size_t at) {
  for (at = brackets.around[at]; at != kNoToken; at = brackets.around[at]) {
    if (!tokens[at].is("{"))
      continue;
    bool constant = false;
    for (std::size_t i = beginOf(tokens, brackets, at); i < at; ++i) {
      if (tokens[i].is("fn") && i + 1 < at && tokens[i + 1].kind == TokenKind::Word)
        return !constant;
      constant = constant || ((tokens[i].is("const") || tokens[i].is("static")) &&
                              !(i > 0 && tokens[i - 1].is("*")));
    }
    if (constant)
      return false;
  }
  return false;
}

} // namespace fsfind::written
