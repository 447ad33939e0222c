#include "cli/report/html/HtmlReport.h"
#include "cli/report/html/PackedText.h"
#include "rules/codec/Json.h"
#include "rules/measured/findings/Judge.h"
#include "tests/support/FindingBuilder.h"
#include "tests/support/PageText.h"
#include "tests/support/ProfileBuilder.h"
#include "tests/support/TemporaryFolder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>
#include <sstream>

namespace fsfind {
namespace htmlReportTest {

using test::carried;
using test::ProfileBuilder;
using testing::HasSubstr;
using testing::Not;

/// Ends elements, attributes and scripts, changes the direction of writing, and ends lines.
const std::string kHostile = "</script><img src=x onerror=alert(1)>'\"&\u202e\u2028\u2029\x1b[31m";

Profile contendedProfile(const std::string &name, const std::string &type) {
  ProfileBuilder builder;
  const TargetIndex object = builder.global(name, type, 0x4000, 64);
  const TargetIndex head = builder.member(object, "head" + name, 0);
  const TargetIndex tail = builder.member(object, "tail" + name, 8);
  builder.line(0x4000).store(11, head, 90).load(12, tail, 60, 50).store(12, tail, 70);
  return builder.build();
}

std::string pageOf(const Profile &profile, const Report &report,
                   std::vector<std::string> patches = {}) {
  std::ostringstream out;
  report::writeHtmlReport(out, {profile, report, std::move(patches), "1.2.3"});
  return out.str();
}

std::string pageOf(const Profile &profile) {
  return pageOf(profile, judge(profile, {}));
}

std::size_t timesIn(const std::string &text, const std::string &part) {
  std::size_t times = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++times;
  return times;
}

TEST(HtmlReport, NamesOfARecordingAreTextAndNeverMarkup) {
  Profile profile = contendedProfile(kHostile, kHostile);
  profile.source.path = profile.source.hostname = kHostile;
  for (Thread &thread : profile.threads)
    thread.comm = kHostile;
  for (Site &site : profile.sites)
    site.symbol = site.module = kHostile;
  const std::string page = pageOf(profile);
  EXPECT_EQ(timesIn(page, "</script>"), 2U) << "the data and the page's own script";
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_THAT(page, HasSubstr("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&#39;&quot;&amp;"))
      << "it is shown all the same";
  for (const char *acting : {"\u202e", "\u2028", "\u2029", "\x1b"})
    EXPECT_THAT(page, Not(HasSubstr(acting)));
  EXPECT_EQ(carried(page)["report"]["source"]["path"], kHostile) << "data are exact";
}

TEST(HtmlReport, NeedsNothingFromElsewhere) {
  const std::string page = pageOf(contendedProfile("queue", "Queue"));
  EXPECT_THAT(page, HasSubstr("Content-Security-Policy\" content=\"default-src 'none'; "));
  for (const char *outside : {"http:", "https:", "src=", "href=", "@import", "<link"})
    EXPECT_THAT(page, Not(HasSubstr(outside)));
  EXPECT_EQ(timesIn(page, "url("), timesIn(page, "url(#")) << "parts of the page itself";
}

TEST(HtmlReport, CarriesTheJsonReportAsItIs) {
  const Profile profile = contendedProfile("queue", "Queue");
  const Report report = judge(profile, {});
  std::ostringstream json;
  codec::writeJson(json, profile, report, "1.2.3");
  const nlohmann::json data = carried(pageOf(profile, report, {"--- a\n+++ b\n"}));
  EXPECT_EQ(data["report"], nlohmann::json::parse(json.str()));
  EXPECT_EQ(data["patches"][0], "--- a\n+++ b\n");
  ASSERT_EQ(data["titles"].size(), report.findings.size());
  EXPECT_THAT(data["titles"][0].get<std::string>(), HasSubstr("queue"));
  EXPECT_EQ(data["left_out"]["lines"], 0);
  EXPECT_EQ(data["left_out"]["accesses"].size(), 0U);
}

TEST(HtmlReport, TellsFindingsAndLinesWithoutScript) {
  const std::string page = pageOf(contendedProfile("queue", "Queue"));
  const std::string still = test::between(page, "<main id=\"still\">", "</main>");
  EXPECT_THAT(still, HasSubstr("<td>measured</td>"));
  EXPECT_THAT(still, HasSubstr("queue.{tailqueue, headqueue}"));
  EXPECT_THAT(still, HasSubstr("<td>0x4000</td>"));
}

TEST(HtmlReport, HasNamesOfTemplatesAsAuthorsWriteThem) {
  const std::string page = pageOf(contendedProfile(
      "", "Box<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > >"));
  const std::string still = test::between(page, "<main id=\"still\">", "</main>");
  EXPECT_THAT(still, HasSubstr("Box&lt;std::string&gt;"));
  const nlohmann::json data = carried(page);
  EXPECT_THAT(data["plain"].dump(), HasSubstr("\"Box<std::string>"));
}

TEST(HtmlReport, LeavesOutOfTheStillTableWhatNobodyReads) {
  ProfileBuilder builder;
  for (std::uint64_t i = 0; i < 60; ++i)
    builder.line(0x4000 + 64 * i).storeAt(11, 0, 90).loadAt(12, 8, 60, 50).storeAt(12, 8, 9);
  const std::string page = pageOf(builder.build());
  EXPECT_EQ(timesIn(page, "<td>0x4"), 50U);
  EXPECT_THAT(page, HasSubstr("and 10 more"));
}

TEST(HtmlReport, HasTheSourceAroundPlacesOfSourcesOnly) {
  const test::TemporaryFolder folder;
  std::string text;
  for (int line = 1; line <= 30; ++line)
    text += fmt::format("line {}\n", line);
  const std::string source = folder.write("queue.cpp", text), secret = folder.write("key", text);
  const Profile profile = contendedProfile("queue", "Queue");
  Report report = judge(profile, {});
  ASSERT_FALSE(report.findings.empty());
  report.findings[0].location = {source, 10, 1};
  report.findings[0].related = {{{secret, 10, 1}, "a file that is no source"},
                                {{source, UINT32_MAX, 1}, "no such line"},
                                {{folder.pathOf("gone.cpp"), 3, 1}, "no such file"}};
  const nlohmann::json excerpts = carried(pageOf(profile, report))["excerpts"];
  EXPECT_EQ(excerpts[source].size(), 11U);
  EXPECT_EQ(excerpts[source]["5"], "line 5");
  EXPECT_EQ(excerpts[source]["15"], "line 15");
  EXPECT_FALSE(excerpts.contains(secret));
  EXPECT_FALSE(excerpts.contains(folder.pathOf("gone.cpp")));
}

TEST(HtmlReport, ShowsADifferenceAsText) {
  report::DiffReport diff;
  diff.before.report.source.path = "before" + kHostile;
  Difference gone;
  gone.change = Change::Gone;
  gone.finding = test::measured("adjacent-globals").member(kHostile, "a.c", 3).message(kHostile);
  diff.diff.differences.push_back(gone);
  std::ostringstream out;
  report::writeHtmlDiff(out, diff, "1.2.3");
  const std::string page = out.str();
  EXPECT_THAT(page, HasSubstr("<td>gone</td>"));
  EXPECT_EQ(timesIn(page, "</script>"), 2U);
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  const nlohmann::json data = carried(page);
  EXPECT_EQ(data["diff"]["differences"][0]["change"], "gone");
  EXPECT_EQ(data["titles"].size(), 1U);
}

TEST(PackedText, IsReadBackWhateverItsLength) {
  std::mt19937 random(7); // bytes that do not become shorter
  for (const std::size_t length : {0U, 1U, 2U, 3U, 65536U, 65537U, 200001U}) {
    std::string text(length, ' ');
    for (char &byte : text)
      byte = static_cast<char>(random());
    std::ostringstream out, again;
    const auto writer = [&](std::ostream &to) { to << text; };
    report::writePacked(out, writer);
    report::writePacked(again, writer);
    EXPECT_TRUE(out.good());
    EXPECT_EQ(test::gunzipped(test::fromBase64(out.str())), text) << length;
    EXPECT_EQ(out.str(), again.str());
  }
}

} // namespace htmlReportTest
} // namespace fsfind
