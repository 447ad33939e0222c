#include "cli/lsp/TextPieces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace fsfind::lsp {
namespace lspTextPiecesTest {

void replacePlainly(std::string &text, Position begin, Position end, std::string_view by) {
  const std::size_t from = offsetOf(text, begin, Encoding::Utf16);
  text.replace(from, offsetOf(text, end, Encoding::Utf16) - from, by);
}

/// Texts of lines that end in all ways, some of them longer than a piece.
class Texts {
public:
  std::string lines(std::size_t most) {
    std::string text;
    for (std::size_t i = upTo(most); i > 0; --i)
      text += line();
    return text;
  }
  Position position(std::uint32_t lines) {
    return {static_cast<std::uint32_t>(upTo(lines)), static_cast<std::uint32_t>(upTo(40))};
  }
  std::size_t upTo(std::size_t most) {
    return std::uniform_int_distribution<std::size_t>(0, most)(random_);
  }

private:
  std::string line() {
    static constexpr const char *kEnds[] = {"\n", "\r\n", "\r", ""};
    static constexpr const char *kTexts[] = {"long hits;", "", "\xC3\xA9", "\xF0\x9F\x98\x80 x",
                                             "\xFF"};
    const std::string text = upTo(200) == 0 ? std::string(50000, 'x') : kTexts[upTo(4)];
    return text + kEnds[upTo(3)];
  }

  std::mt19937 random_{1};
};

TEST(LspTextPieces, AreTheTextAfterAnyChanges) {
  Texts texts;
  for (int round = 0; round < 6; ++round) {
    std::string text = texts.lines(4000);
    TextPieces pieces(text);
    ASSERT_EQ(pieces.whole(), text);
    for (int change = 0; change < 100; ++change) {
      const std::uint32_t lines = lineEnds(text) + 2;
      const Position one = texts.position(lines), near = {one.line + 1, one.character};
      const Position other = texts.upTo(20) == 0 ? texts.position(lines) : near;
      const std::string by = texts.lines(texts.upTo(20) == 0 ? 3000 : 3);
      pieces.replace(std::min(one, other), std::max(one, other), Encoding::Utf16, by);
      replacePlainly(text, std::min(one, other), std::max(one, other), by);
      ASSERT_EQ(pieces.whole() == text, true) << round << ", " << change;
    }
  }
}

// Who looks for the line from the begin of the text needs minutes for this.
TEST(LspTextPieces, TakeManyChangesFarDownInALargeText) {
  constexpr std::uint32_t kLines = 1000000, kChanges = 20000;
  std::string text, changed;
  for (std::uint32_t i = 0; i < kLines; ++i) {
    text += "  long hits, misses;\n";
    changed += i < kLines - kChanges ? "  long hits, misses;\n" : "  int hits, misses;\n";
  }
  TextPieces pieces(text);
  for (std::uint32_t i = kLines - kChanges; i < kLines; ++i)
    pieces.replace({i, 2}, {i, 6}, Encoding::Utf16, "int");
  EXPECT_TRUE(pieces.whole() == changed);
}

} // namespace lspTextPiecesTest
} // namespace fsfind::lsp
