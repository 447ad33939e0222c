// What fsfind check prints, on a terminal and elsewhere.
#include "cli/report/CheckReport.h"
#include "cli/terminal/Text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace fsfind::report {
namespace checkTextTest {

using testing::Each;
using testing::HasSubstr;
using testing::Le;
using testing::Not;
using testing::StartsWith;

/// With notes, an edit and a drawing, all longer than a screen is wide.
Finding finding(std::uint32_t rank) {
  Finding one;
  one.rank = rank;
  one.rule = "fsfind-adjacent-thread-fields";
  one.verdict = Verdict::Latent;
  one.confidence = Confidence::High;
  one.location = {"source/with a blank/queue.h", rank, 3};
  one.message =
      "'head' and 'tail' of 'Queue' lie 8 bytes apart, on one 64-byte cacheline, as far as "
      "anyone can tell who has read all of it";
  for (const char *name : {"head", "tail", "limit", "name"}) {
    FindingMember member;
    member.path = name;
    member.declared = {"queue.h", 10, 2};
    one.members.push_back(member);
  }
  for (std::uint32_t line = 1; line < 9; ++line)
    one.related.push_back({{"queue.c", line, 1}, "push writes it here, in a loop"});
  Advice &advice = one.advice.emplace_back();
  advice.why = "a cacheline of its own for each of them parts what the two threads write";
  advice.edits = {{"queue.h", 4, 3, 4, 3, "alignas(64) "}};
  advice.size_before = 16;
  advice.size_after = 128;
  advice.before = {{"head", 0, 8, {}}, {"tail", 8, 8, {}}};
  advice.after = {{"head", 0, 8, {}}, {"tail", 64, 8, {}}};
  return one;
}

std::string text(std::size_t count, bool terminal, bool verbose = false, bool color = false) {
  CheckReport report;
  for (std::size_t i = 0; i < count; ++i)
    report.findings.push_back(finding(static_cast<std::uint32_t>(i + 1)));
  cli::Traits traits;
  traits.terminal = terminal;
  traits.color = color;
  traits.width = terminal ? 90 : cli::kFileWidth;
  return checkText(report, {traits, verbose, [](const std::string &, std::uint32_t) {
                              return std::string_view("  long head, tail;");
                            }});
}

std::vector<std::string> linesOf(const std::string &all) {
  std::vector<std::string> lines;
  std::istringstream stream(all);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

TEST(CheckText, AFindingFillsADozenLinesOfATerminal) {
  const std::vector<std::string> lines = linesOf(text(1, true));
  std::vector<std::size_t> widths;
  for (const std::string &line : lines)
    widths.push_back(cli::displayWidth(line));
  EXPECT_THAT(widths, Each(Le(90U)));
  EXPECT_LE(lines.size(), 12U + 2U) << "an empty line, and the totals";
  EXPECT_THAT(lines.at(0), StartsWith("source/with a blank/queue.h:1:3: high: 'head' and"));
  EXPECT_THAT(lines.at(1), StartsWith("    "));
  const std::string all = text(1, true);
  EXPECT_THAT(all, HasSubstr("push writes it here"));
  EXPECT_THAT(all, HasSubstr("advice: a cacheline of its own"));
  EXPECT_THAT(all, HasSubstr("fix: "));
}

TEST(CheckText, ColourChangesNoLineEnd) {
  std::string plain = text(3, true), colored = text(3, true, false, true);
  for (std::size_t at; (at = colored.find('\x1b')) != std::string::npos;)
    colored.erase(at, colored.find('m', at) + 1 - at);
  EXPECT_EQ(colored, plain);
}

TEST(CheckText, OfALongLineShowsWhatIsAroundTheColumn) {
  std::string line;
  for (int i = 0; i < 100'000; ++i)
    line += "é|";
  CheckReport report;
  for (const std::uint32_t column : {1U, 3U, 150U, 1000U, 150'000U, 299'998U, 300'001U}) {
    report.findings = {finding(1)};
    report.findings.front().location.column = column;
    for (const bool terminal : {false, true}) {
      cli::Traits traits;
      traits.terminal = terminal;
      traits.utf8 = true;
      traits.width = 90;
      const auto shown = linesOf(checkText(
          report, {traits, false,
                   [&](const std::string &, std::uint32_t) -> std::string_view { return line; }}));
      const auto at = std::ranges::find_if(
          shown, [](const std::string &one) { return one.starts_with("    1 | "); });
      ASSERT_NE(at, shown.end());
      EXPECT_LE(at->size(), 260U);
      EXPECT_LE(cli::displayWidth(*at), terminal ? 100U : 260U);
      EXPECT_EQ(at->find('?'), std::string::npos) << "characters stay whole";
      if (column % 3 == 0 && column < line.size()) { // of a bar
        const std::size_t mark = (at + 1)->find('^');
        ASSERT_NE(mark, std::string::npos) << column;
        std::size_t byte = 0;
        while (cli::displayWidth(std::string_view(*at).substr(0, byte + 1)) <= mark)
          ++byte;
        EXPECT_EQ((*at)[byte], '|') << column;
      }
    }
  }
}

TEST(CheckText, TheFirstTwentyFillATerminal) {
  const std::string all = text(23, true);
  EXPECT_THAT(all, HasSubstr("queue.h:20:3: high"));
  EXPECT_THAT(all, Not(HasSubstr("queue.h:21:3: high")));
  EXPECT_THAT(all, HasSubstr("\n3 findings more; -v shows them\n"));
  EXPECT_THAT(all, HasSubstr("23 findings"));
}

TEST(CheckText, AllIsToldInAPipeAndOnRequest) {
  for (const std::string &all : {text(23, false), text(23, true, true)}) {
    EXPECT_THAT(all, HasSubstr("queue.h:23:3: high"));
    EXPECT_THAT(all, HasSubstr("queue.c:8:1: note: push writes it here, in a loop\n"));
    EXPECT_THAT(all, Not(HasSubstr("findings more")));
  }
}

TEST(CheckText, ASuspectSaysWhatItLacks) {
  CheckReport report;
  report.findings = {finding(1), finding(2)};
  report.findings[1].confidence = Confidence::Low;
  report.findings[1].missing = {{"often", "'head' is set once"}};
  report.suspects = 1;
  cli::Traits traits;
  traits.width = cli::kFileWidth;
  const std::string all = checkText(report, {traits, false, [](const std::string &, std::uint32_t) {
                                               return std::string_view();
                                             }});
  EXPECT_THAT(all, HasSubstr("queue.h:1:3: high: "));
  EXPECT_THAT(all, HasSubstr("queue.h:2:3: suspect: "));
  EXPECT_THAT(all, HasSubstr("queue.h:2:3: missing: often: 'head' is set once [finding 2]\n"));
  EXPECT_THAT(all, HasSubstr("--suspects"));
}

} // namespace checkTextTest
} // namespace fsfind::report
