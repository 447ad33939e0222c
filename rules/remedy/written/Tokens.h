#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace fsfind::written {

/// Languages whose debug information does not say where a record is declared.
enum class Language : std::uint8_t { Rust, Go };

enum class TokenKind : std::uint8_t {
  Word,    ///< identifier, keyword or number
  Literal, ///< string or character, with its quotes
  Sign,    ///< one other character
  Newline, ///< Go only, where newlines end statements
};

struct Token {
  TokenKind kind = TokenKind::Sign;
  std::string_view text; ///< within the source text
  std::size_t at = 0;    ///< byte offset in the source text

  [[nodiscard]] std::size_t end() const { return at + text.size(); }
  [[nodiscard]] bool is(std::string_view what) const { return text == what; }
};

using Tokens = std::vector<Token>;

/// Go: whether a statement ends with the token.
[[nodiscard]] inline bool endsStatement(const Token &token) {
  return token.kind == TokenKind::Newline || token.is(";");
}

/// The text without comments and space. A literal or comment that does not end goes to the end of
/// the text. Lexical rules: https://doc.rust-lang.org/reference/tokens.html and
/// https://go.dev/ref/spec#Lexical_elements. The text must outlive the tokens.
[[nodiscard]] std::vector<Token> tokensOf(std::string_view text, Language language);

} // namespace fsfind::written
