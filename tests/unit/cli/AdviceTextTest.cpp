#include "cli/report/text/AdviceText.h"

#include <gmock/gmock.h>

#include <clocale>

namespace fsfind::report {
namespace adviceTextTest {

using testing::HasSubstr;
using testing::Not;

Advice advice() {
  Advice one;
  one.size_before = 16;
  one.size_after = 128;
  one.before = {{"hits", 0, 8, {"serve"}}, {"misses", 8, 8, {"scan", "drop"}}};
  one.after = {{"hits", 0, 8, {"serve"}}, {"misses", 64, 8, {"scan", "drop"}}};
  return one;
}

cli::Traits traits(std::size_t width) {
  cli::Traits traits;
  traits.width = width;
  return traits;
}

TEST(AdviceText, DrawsBeforeBesideAfterRuledByLines) {
  EXPECT_EQ(layoutText(advice(), 64, traits(100), "| "),
            "|      0  hits  8 bytes  <- serve                       0  hits  8 bytes  <- serve\n"
            "|      8  misses  8 bytes  <- scan, others              8  (56 bytes of padding)\n"
            "|                                                      64------------------------\n"
            "|                                                      64  misses  8 bytes  <- scan, "
            "others\n"
            "|                                                      72  (56 bytes of padding)\n");
}

TEST(AdviceText, OfFilesIsTheSameInAllLocales) {
  Advice wide = advice();
  wide.before[0].name = wide.after[0].name = "計数器";
  const auto drawn = [&](const char *locale) {
    EXPECT_NE(std::setlocale(LC_CTYPE, locale), nullptr);
    return layoutText(wide, 64, {.utf8 = true}, "", cli::kByCharacters);
  };
  const std::string text = drawn("C.UTF-8");
  EXPECT_EQ(text, drawn("C"));
  EXPECT_THAT(text, HasSubstr("計数器"));
}

TEST(AdviceText, DrawsOneBelowTheOtherWhereThereIsNoRoom) {
  const std::string text = layoutText(advice(), 64, traits(40), "");
  EXPECT_THAT(text, HasSubstr("before\n     0  hits"));
  EXPECT_THAT(text, HasSubstr("after\n     0  hits"));
}

TEST(AdviceText, DrawsMembersThatNobodyWritesTogether) {
  Advice one = advice();
  for (std::uint64_t i = 0; i < 20; ++i)
    one.after.push_back({"cold" + std::to_string(i), 72 + 8 * i, 8, {}});
  one.size_after = 256;
  const std::string text = layoutText(one, 64, traits(100), "");
  EXPECT_THAT(text, HasSubstr("72  cold0 ... cold6 (7 members)  56 bytes"));
  EXPECT_THAT(text, HasSubstr("128  cold7 ... cold14 (8 members)  64 bytes"));
  EXPECT_THAT(text, Not(HasSubstr("cold3")));
}

TEST(AdviceText, KeepsThreadsApartWhereThereIsLittleRoom) {
  Advice one = advice();
  one.after = {{"processed_requests_", 0, 8, {"thread 1000013"}},
               {"rejected_requests_", 64, 8, {"thread 1000014"}}};
  const std::string text = layoutText(one, 64, traits(80), "      | ");
  EXPECT_THAT(text, HasSubstr("<- thread 1000013\n"));
  EXPECT_THAT(text, HasSubstr("<- thread 1000014\n"));
}

TEST(AdviceText, DrawsNoLayoutThatStaysAsItIs) {
  Advice one = advice();
  one.after = one.before;
  one.size_after = one.size_before;
  one.example = "alloc(64);\n";
  EXPECT_EQ(layoutText(one, 64, traits(100), ""), "alloc(64);\n");
  one.size_after = 64;
  EXPECT_THAT(layoutText(one, 64, traits(100), ""), HasSubstr("(48 bytes of padding)"));
}

TEST(AdviceText, GivesTheExampleWhereNothingMoves) {
  Advice one;
  one.example = "long sum = 0;\nall += sum;\n";
  EXPECT_EQ(layoutText(one, 64, traits(80), "> "), "> long sum = 0;\n> all += sum;\n");
}

TEST(AdviceText, TellsThePrice) {
  Advice one = advice();
  EXPECT_EQ(priceText(one, false), "16 -> 128 bytes");
  one.instances = 1000;
  EXPECT_EQ(priceText(one, false), "16 -> 128 bytes each, 1,000 of them: 112,000 bytes more");
  one.size_after = 16;
  EXPECT_EQ(priceText(one, false), "still 16 bytes");
  one.size_after = 0;
  EXPECT_EQ(priceText(one, false), "");
}

} // namespace adviceTextTest
} // namespace fsfind::report
