#include "cli/terminal/Characters.h"
#include "cli/terminal/MessageLine.h"
#include "cli/terminal/Nearest.h"
#include "cli/terminal/PlainNames.h"
#include "cli/terminal/Table.h"
#include "cli/terminal/Text.h"
#include "cli/terminal/Traits.h"

#include <gtest/gtest.h>
#include <sstream>

#include <clocale>
#include <map>
#include <string>
#include <vector>

namespace fsfind::cli {

namespace terminalTextTest {

Environment variables(std::map<std::string, std::string> set) {
  return [set = std::move(set)](const char *name) -> std::optional<std::string> {
    const auto found = set.find(name);
    return found == set.end() ? std::nullopt : std::optional(found->second);
  };
}

/// In a locale that knows wide characters.
class WideText : public testing::Test {
protected:
  WideText() { std::setlocale(LC_CTYPE, "C.UTF-8"); }
  ~WideText() override { std::setlocale(LC_CTYPE, "C"); }
};

TEST(PlainNames, AreAsAuthorsWriteThem) {
  const auto plain = [](std::string_view text) { return plainNames(text, false); };
  EXPECT_EQ(plain("app::Table<std::__cxx11::basic_string<char, std::char_traits<char>, "
                  "std::allocator<char> >, unsigned long>"),
            "app::Table<std::string, unsigned long>");
  EXPECT_EQ(plain("std::vector<int, std::allocator<int> >"), "std::vector<int>");
  EXPECT_EQ(plain("std::unordered_map<std::__cxx11::basic_string<char>, std::vector<long>, "
                  "std::hash<std::__cxx11::basic_string<char> >, "
                  "std::equal_to<std::__cxx11::basic_string<char> >, "
                  "std::allocator<std::pair<int, int> > >"),
            "std::unordered_map<std::string, ...>");
  EXPECT_EQ(plain("Own<std::allocator<int> > and a < b, a->b, f(x<y)"),
            "Own<std::allocator<int>> and a < b, a->b, f(x<y)");
  EXPECT_EQ(plain("A::operator<(int) of B<int>::operator<<<C>"),
            "A::operator<(int) of B<int>::operator<<<C>");
  EXPECT_EQ(plain("m<a<b<c<d>>>>"), "m<a<b<...>>>");
  EXPECT_EQ(plain("unclosed<int, (x"), "unclosed<int, (x");
  EXPECT_EQ(plain("empty<>"), "empty<>");
  EXPECT_EQ(plain("(anonymous namespace)::Own<(anonymous namespace)::T>::a"), "Own<T>::a");
  EXPECT_EQ(plain(""), "");
}

TEST(PlainNames, OfDifferentTypesDiffer) {
  PlainNames names(false);
  const std::string one = "pool::Slot<net::detail::Message<net::Request<wire::v1::Header>>, A>",
                    other = "pool::Slot<net::detail::Message<net::Answer<wire::v1::Header>>, A>",
                    apart = "pool::Slot<net::detail::Message<net::Request<wire::v2::Header>>, A>";
  const std::string first = names.in(one), second = names.in("of " + other),
                    third = names.in(apart);
  EXPECT_LT(first.size(), one.size());
  EXPECT_NE("of " + first, second);
  EXPECT_NE(first, third);
  EXPECT_NE(second, "of " + third);
  EXPECT_EQ(names.in(one), first);
  EXPECT_EQ(names.in("of " + other), second);
  EXPECT_EQ(PlainNames(false).in(other).size(), first.size()) << "nothing else has that name";
}

TEST(Table, TellsDifferentNamesApart) {
  Table table({{"HITM", Align::Right}, {"data", Align::Left, Give::Name}});
  table.add({{"3"}, {"pool::Slot<net::Request<wire::Header>>"}});
  table.add({{"2"}, {"pool::Slot<net::Request<wire::Trailer>>"}});
  table.add({{"1"}, {"pool::Slot<net::Request<wire::Header>>"}});
  for (const std::size_t width : {36U, 22U, 20U}) {
    Traits traits;
    traits.width = width;
    std::istringstream lines(table.text(traits, 2));
    std::vector<std::string> names;
    for (std::string line; std::getline(lines, line);)
      if (line.find("pool") != std::string::npos)
        names.push_back(line.substr(line.find("pool")));
    ASSERT_EQ(names.size(), 3U) << width;
    EXPECT_NE(names[0], names[1]) << width;
    EXPECT_EQ(names[0], names[2]) << width;
  }
}

TEST(ShortenedName, KeepsTheTypeOfARustMethod) {
  const std::string name = "<chan::mutex::RawLock<u8> as lock_api::mutex::RawMutex>::try_lock";
  EXPECT_EQ(shortenedName(name, 100, false), name);
  EXPECT_EQ(shortenedName(name, 30, false), "RawLock<u8>::try_lock");
  EXPECT_EQ(shortenedName("<A as B<<C as D>::E>>::f", 5, false), "A::f");
}

TEST(Table, PutsNamesBelowTheNumbersThatTheyHaveNoRoomBeside) {
  Table table({{"HITM", Align::Right},
               {"cycles", Align::Right},
               {"data", Align::Left, Give::Name},
               {"source", Align::Left, Give::Path}});
  table.add({{"1,234"}, {"5"}, {"queue.head"}, {"src/queue.cpp:41"}});
  Traits traits;
  traits.width = 30;
  EXPECT_EQ(table.text(traits, 2), "   HITM  cycles\n"
                                   "  1,234       5\n"
                                   "    queue.head\n"
                                   "    src/queue.cpp:41\n");
  traits.width = 12;
  EXPECT_EQ(table.text(traits, 2), "   HITM\n"
                                   "  1,234\n"
                                   "    queu~ead\n"
                                   "    src/~:41\n");
}

TEST_F(WideText, TakesTheColumnsThatATerminalGivesIt) {
  EXPECT_EQ(displayWidth("計数器"), 6U);
  EXPECT_EQ(displayWidth("e\u0301a"), 2U) << "a mark on the letter before";
  EXPECT_EQ(displayWidth("│…▲é"), 4U);
  EXPECT_EQ(displayWidth("a\xFF\x80z"), 3U) << "no UTF-8";
  EXPECT_EQ(padded("計数", 6), "計数  ");
  EXPECT_EQ(paddedLeft("計数", 6), "  計数");
  EXPECT_EQ(clipped("計数器", 5), "計数") << "half of a character cannot be shown";
  EXPECT_EQ(clipped("計数器", 6), "計数器");
  for (std::size_t columns = 0; columns < 12; ++columns)
    EXPECT_LE(displayWidth(shortenedMiddle("a計数器b計数器c", columns, true)), columns) << columns;
  EXPECT_EQ(shortenedMiddle("計数器計数器", 9, true), "計数…数器");
  EXPECT_EQ(wrapped("計数 計数", 8), (std::vector<std::string>{"計数", "計数"}));
}

TEST_F(WideText, KeepsNoMarkWithoutItsLetter) {
  EXPECT_EQ(shortenedMiddle("abcde\u0301fg", 5, true), "ab…fg") << "the mark is on the e";
  EXPECT_EQ(shortenedMiddle("abcde\u0301f", 5, true), "ab…e\u0301f");
  EXPECT_EQ(shortenedMiddle("\u0301abc", 3, true), "\u0301abc") << "nothing was cut";
}

/// Of marks, wide characters and bytes that are none, whatever a locale says of them.
TEST(Characters, AreCountedAlikeInAllLocales) {
  const std::string marks = "e" + [] {
    std::string many;
    for (int i = 0; i < 1000; ++i)
      many += "\u0301";
    return many;
  }();
  for (const char *locale : {"C", "C.UTF-8"}) {
    ASSERT_NE(std::setlocale(LC_CTYPE, locale), nullptr);
    EXPECT_EQ(characterCount("e\u0301計a\xFF\x80z"), 7U);
    EXPECT_EQ(firstCharacters("計数器", 2), "計数");
    EXPECT_EQ(firstCharacters(marks, 3), "e\u0301\u0301");
    EXPECT_EQ(firstCharacters(std::string(1000, '\x80'), 3), "\x80\x80\x80");
    EXPECT_EQ(firstCharacters("ab", 3), "ab");
    EXPECT_EQ(withoutMiddle("計数器計数器", 5), "計数…数器");
    EXPECT_EQ(withoutMiddle("計数器", 3), "計数器");
    EXPECT_EQ(characterCount(withoutMiddle(marks, 10)), 10U);
    EXPECT_EQ(withoutMiddle("abc", 2), "ab");
    EXPECT_EQ(wrappedBy(characterCount, "計数 計数", 5), (std::vector<std::string>{"計数 計数"}));
  }
  std::setlocale(LC_CTYPE, "C");
}

TEST(Color, FollowsTerminalAndVariables) {
  const auto automatic = [](bool terminal, std::map<std::string, std::string> set) {
    return wantsColor(ColorChoice::Auto, terminal, variables(std::move(set)));
  };
  EXPECT_TRUE(automatic(true, {{"TERM", "xterm"}}));
  EXPECT_FALSE(automatic(false, {{"TERM", "xterm"}}));
  EXPECT_FALSE(automatic(true, {{"TERM", "dumb"}}));
  EXPECT_FALSE(automatic(true, {{"TERM", "xterm"}, {"NO_COLOR", "1"}}));
  EXPECT_TRUE(automatic(true, {{"TERM", "xterm"}, {"NO_COLOR", ""}}));
  EXPECT_TRUE(automatic(false, {{"CLICOLOR_FORCE", "1"}}));
  EXPECT_FALSE(automatic(false, {{"CLICOLOR_FORCE", "0"}}));
}

TEST(Text, DifferingPartBeginsAtAJoint) {
  EXPECT_EQ(differingPart("now.lanes[12].value", "now.lanes[10].value"), "[12].value");
  EXPECT_EQ(differingPart("now.head", "now.heap"), "head");
  EXPECT_EQ(differingPart("requests", "resets"), "requests");
  EXPECT_EQ(differingPart("a.b", "a.b.c"), "b");
}

TEST(Text, ShortensNamesInTheirArgumentsFirst) {
  EXPECT_EQ(shortenedName("std::map<int, std::string>::find", 40, true),
            "std::map<int, std::string>::find");
  EXPECT_EQ(shortenedName("std::map<int, std::string>::find", 20, true), "std::map<…>::find");
  EXPECT_EQ(shortenedName("f(int, long, char)::g<abcdefgh>", 22, true), "f(…)::g<abcdefgh>");
  EXPECT_EQ(shortenedName("Ring::operator<=>(Ring const&)", 24, false), "Ring::operator<=>(~)");
  EXPECT_EQ(shortenedName("abcdefghij", 5, true), "ab…ij");
}

TEST(Text, ShortensPathsFromTheFront) {
  EXPECT_EQ(shortenedPath("/usr/src/project/main.c:12", 16, true), "…/main.c:12");
  EXPECT_EQ(shortenedPath("main.c:12", 16, true), "main.c:12");
}

TEST(Text, PrintableKeepsTextAndDropsControls) {
  EXPECT_EQ(printable("größe", true), "größe");
  EXPECT_EQ(printable("gr\xc3\xb6", false), "gr?");
  EXPECT_EQ(printable("a\033[1m\n\x7f\xc2\x9b", true), "a?[1m???");
  EXPECT_EQ(printable("\xff\xc3", true), "??");
  EXPECT_EQ(printable("::error file=a::b ::add-mask::c", true), "?:error file=a::b ?:add-mask::c");
  EXPECT_EQ(printable("a##[group]b ##vso[task.x] ##teamcity[y]", true),
            "a##?group]b ##vso?task.x] ##teamcity?y]");
  EXPECT_EQ(printable("::std::error ns::error::x a::group ## [b] #[c]", true),
            "::std::error ns::error::x a::group ## [b] #[c]");
}

TEST(Text, PrintableDropsWhatMakesANameLookLikeAnother) {
  EXPECT_EQ(printable("a\u202Eb\u2066c\u200Fd\u061Ce\u2028f", true), "a?b?c?d?e?f");
  EXPECT_EQ(printable("\xc0\xaf|\xe0\x80\xaf|\xed\xa0\x80|\xf4\x90\x80\x80", true),
            "??|???|???|????")
      << "longer forms than the shortest, a surrogate, a number beyond Unicode";
}

TEST(Text, PrintableLinesKeepTheirLayout) {
  EXPECT_EQ(printableLines("\ta\033\r\n\nb\r"), "\ta?\n\nb?");
  EXPECT_EQ(printableLines(""), "");
  EXPECT_EQ(printableLines("\tö\n", false), "\t?\n");
}

TEST(Nearest, CountsLettersThatAreWrongMissingTooManyOrSwapped) {
  const std::vector<std::string> words = {"json", "text", "csv", "markdown"};
  EXPECT_EQ(nearest("jsno", words), "json");
  EXPECT_EQ(nearest("markdwn", words), "markdown");
  EXPECT_EQ(nearest("texxt", words), "text");
  EXPECT_EQ(nearest("cs", words), "csv");
  EXPECT_EQ(nearest("xml", words), "");
  EXPECT_EQ(nearest("", words), "");
  EXPECT_EQ(nearest("json", {}), "");
  EXPECT_EQ(nearest(std::string(1000, 'x'), words), "");
}

TEST(Text, OfAMessageHasALimit) {
  const std::string line = messageLine("a" + std::string(60'000'000, 'x') + "; mend it");
  EXPECT_LT(line.size(), 10'000U);
  EXPECT_TRUE(line.starts_with("fsfind: ax"));
  EXPECT_TRUE(line.ends_with("x; mend it\n"));
  EXPECT_EQ(messageLine("short"), "fsfind: short\n");
}

TEST(Text, CountsAndShares) {
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(counted(1, "load"), "1 load");
  EXPECT_EQ(percentage(0), "0.0%");
  EXPECT_EQ(percentage(0.00001), "<0.1%");
}

TEST(Table, FitsTheTerminal) {
  Table table({{"n", Align::Right}, {"name", Align::Left, Give::Name}});
  table.add({{"1"}, {std::string(200, 'x')}});
  Traits traits;
  traits.width = 80;
  const std::string text = table.text(traits, 2);
  EXPECT_EQ(text.substr(0, text.find('\n')), "  n  name");
  std::size_t start = 0;
  for (std::size_t end = 0; (end = text.find('\n', start)) != std::string::npos; start = end + 1)
    EXPECT_LE(end - start, 80U);
}

} // namespace terminalTextTest

} // namespace fsfind::cli
