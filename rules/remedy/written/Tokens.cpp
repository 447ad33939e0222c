#include "rules/remedy/written/Tokens.h"

#include <algorithm>

namespace fsfind::written {

namespace {

/// Bytes of characters beyond ASCII count as letters.
bool isWordByte(char byte) {
  const auto code = static_cast<unsigned char>(byte);
  constexpr unsigned char kBeyondAscii = 0x80;
  return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') ||
         (code >= '0' && code <= '9') || code == '_' || code >= kBeyondAscii;
}

class Lexer {
public:
  Lexer(std::string_view text, Language language)
      : text_(text), rust_(language == Language::Rust) {}

  std::vector<Token> tokens() && {
    while (at_ < text_.size())
      step();
    return std::move(tokens_);
  }

private:
  void step() {
    const char first = text_[at_];
    if (first == '\n')
      rust_ ? void(++at_) : take(TokenKind::Newline, at_ + 1);
    else if (first == ' ' || first == '\t' || first == '\r')
      ++at_;
    else if (startsWith("//"))
      at_ = find("\n", at_);
    else if (startsWith("/*"))
      skipBlockComment();
    else if (first == '"')
      take(TokenKind::Literal, quoted('"'));
    else if (first == '`' && !rust_)
      take(TokenKind::Literal, after("`", at_ + 1));
    else if (first == '\'')
      takeQuote();
    else if (isWordByte(first))
      takeWord();
    else
      take(TokenKind::Sign, at_ + 1);
  }

  [[nodiscard]] bool startsWith(std::string_view what) const {
    return text_.substr(at_, what.size()) == what;
  }

  [[nodiscard]] std::size_t find(std::string_view what, std::size_t from) const {
    return std::min(text_.find(what, from), text_.size());
  }

  /// The offset behind the next `what`.
  [[nodiscard]] std::size_t after(std::string_view what, std::size_t from) const {
    return std::min(find(what, from) + what.size(), text_.size());
  }

  void take(TokenKind kind, std::size_t end) {
    tokens_.push_back({kind, text_.substr(at_, end - at_), at_});
    at_ = end;
  }

  /// Behind the closing quote of what begins with a quote here.
  [[nodiscard]] std::size_t quoted(char quote) const {
    std::size_t i = at_ + 1;
    while (i < text_.size() && text_[i] != quote)
      i += text_[i] == '\\' ? 2 : 1;
    return std::min(i + 1, text_.size());
  }

  /// Comments nest in Rust; in Go, one that has a newline counts as one.
  void skipBlockComment() {
    const std::size_t begin = at_;
    std::size_t depth = 0;
    do {
      if (startsWith("/*") && (rust_ || depth == 0)) {
        ++depth;
        at_ += 2;
      } else if (startsWith("*/")) {
        --depth;
        at_ += 2;
      } else
        ++at_;
    } while (depth != 0 && at_ < text_.size());
    at_ = std::min(at_, text_.size());
    if (!rust_ && text_.substr(begin, at_ - begin).find('\n') != std::string_view::npos)
      tokens_.push_back({TokenKind::Newline, text_.substr(at_, 0), at_});
  }

  /// A character, or in Rust also a lifetime or label, which is `'` and a word.
  void takeQuote() {
    if (!rust_ || text_.substr(at_ + 1, 1) == "\\") {
      take(TokenKind::Literal, quoted('\''));
      return;
    }
    constexpr std::size_t kMostBytes = 4; // of a character in UTF-8
    const std::size_t close = text_.substr(0, at_ + 2 + kMostBytes).find('\'', at_ + 2);
    const bool lifetime = close == std::string_view::npos ||
                          (close != at_ + 2 && static_cast<unsigned char>(text_[at_ + 1]) < 0x80);
    take(lifetime ? TokenKind::Sign : TokenKind::Literal, lifetime ? at_ + 1 : close + 1);
  }

  void takeWord() {
    std::size_t end = at_;
    while (end < text_.size() && isWordByte(text_[end]))
      ++end;
    const std::string_view word = text_.substr(at_, end - at_);
    if (rust_ && (word == "r" || word == "br" || word == "cr"))
      if (const std::size_t raw = rawEnd(end); raw != 0) {
        take(TokenKind::Literal, raw);
        return;
      }
    take(TokenKind::Word, end);
  }

  /// Behind the raw string `r#"…"#` whose signs begin at `from`; 0 if there is none.
  [[nodiscard]] std::size_t rawEnd(std::size_t from) const {
    constexpr std::size_t kMostSigns = 255; // of Rust
    const std::size_t quote = text_.find_first_not_of('#', from);
    if (quote == std::string_view::npos || text_[quote] != '"' || quote - from > kMostSigns)
      return 0;
    std::size_t close = text_.find('"', quote + 1);
    const std::string_view signs = text_.substr(from, quote - from);
    while (close != std::string_view::npos && text_.substr(close + 1, signs.size()) != signs)
      close = text_.find('"', close + 1);
    return close == std::string_view::npos ? text_.size() : close + 1 + signs.size();
  }

  std::string_view text_;
  bool rust_;
  std::size_t at_ = 0;
  std::vector<Token> tokens_;
};

} // namespace

std::vector<Token> tokensOf(std::string_view text, Language language) {
  return Lexer(text, language).tokens();
}

} // namespace fsfind::written
