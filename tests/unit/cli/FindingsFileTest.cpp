// Reports read back: what is written is read, and what is hostile is refused in one line.
#include "rules/codec/FindingsFile.h"

#include "cli/report/CheckReport.h"
#include "rules/codec/Json.h"
#include "rules/codec/JsonParts.h"
#include "rules/measured/findings/Judge.h"
#include "tests/support/ProfileBuilder.h"
#include "tests/support/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

namespace fsfind::test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

namespace findingsFileTest {

/// Every field has a value of its own.
Finding fullFinding() {
  Finding finding;
  finding.rank = 3;
  finding.rule = "fsfind-per-thread-slots";
  finding.verdict = Verdict::Confirmed;
  finding.sharing = Sharing::Mixed;
  finding.conflict = Conflict::ReadWrite;
  finding.allocator_induced = true;
  finding.alternation = Alternation::NotShown;
  finding.confidence = Confidence::Medium;
  finding.missing = {{"often", "it serves one call"}};
  finding.location = {"src/a.h", 7, 9};
  finding.related = {{{"src/b.c", 8, 2}, "written here"}};
  finding.object = {ObjectKind::Heap,
                    "slots",
                    "Slot",
                    5,
                    0x601040,
                    16,
                    {"src/a.h", 4, 1},
                    "serve",
                    true,
                    {"make", {"src/c.c", 31, 3}}};
  finding.record = RecordInfo{"Slot", {"src/a.h", 5, 8}, 16, 8};
  finding.members = {{"hits", {"src/a.h", 6, 8}, 8, 4, {"1", "2"}, {"2"}, 99, {"sum"}, {"serve"}}};
  finding.lines = {0x601040, 0xffffffffffffffc0};
  finding.cost.hitm = 99;
  finding.cost.latency_share = 0.25;
  finding.cost.store_share = Estimate{0.25, 0.2, 0.3};
  finding.cost.spin_share = 0.5;
  finding.cost.false_part = {0.75, true};
  finding.placement = PagePlacement{1, true, 40, 9, {30, 2, 1}};
  finding.message = "a \"message\"\n";
  finding.advice = {{Remedy::Split,
                     "it parts them",
                     16,
                     64,
                     8,
                     {{"hits", 0, 4, {"serve"}}},
                     {{"hits", 64, 4, {"serve"}}},
                     {{"src/a.h", 5, 8, 5, 9, "alignas(64) "}},
                     "a union holds it",
                     EditTrial::Read,
                     "#[repr(align(64))]"}};
  finding.no_advice = "nobody knows";
  finding.sides = {
      {Verdict::Measured, "fsfind-contended-atomic", Confidence::Low, {"x.h", 1, 2}, "m"}};
  return finding;
}

std::string document(const std::vector<Finding> &findings) {
  report::CheckReport report;
  report.source = "build";
  report.line_size = 128;
  report.findings = findings;
  std::ostringstream out;
  report::writeCheckJson(out, report, "1.2.3");
  return out.str();
}

std::string problemOf(const std::string &text) {
  const auto file = parseFindings(text, "r.json");
  return file ? std::string() : file.error().message();
}

/// What is wrong with the full document after the first `from` in it has become `to`.
std::string problemWith(const std::string &from, const std::string &to) {
  std::string text = document({fullFinding()});
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return problemOf(text.replace(at, from.size(), to));
}

TEST(FindingsFile, ReadsWhatCheckWrites) {
  const auto file = parseFindings(document({fullFinding(), {}}), "r.json");
  ASSERT_TRUE(file) << file.error().message();
  EXPECT_FALSE(file->measured);
  EXPECT_EQ(file->source.path, "build");
  EXPECT_EQ(file->source.line_size, 128U);
  ASSERT_EQ(file->findings.size(), 2U);
  EXPECT_EQ(codec::findingJson(file->findings[0]), codec::findingJson(fullFinding()));
  EXPECT_EQ(codec::findingJson(file->findings[1]), codec::findingJson({}));
}

TEST(FindingsFile, ReadsWhatReportWrites) {
  ProfileBuilder builder;
  const TargetIndex first = builder.global("table", "slot", 0x4000, 16, 0);
  const TargetIndex last = builder.global("table", "slot", 0x4010, 16, 1);
  builder.line(0x4000).store(11, first, 90).load(11, first, 50, 40).store(12, last, 90);
  const Profile profile = builder.build();
  const Report report = judge(profile, {});
  std::ostringstream out;
  codec::writeJson(out, profile, report, "1.2.3");
  const auto file = parseFindings(out.str(), "r.json");
  ASSERT_TRUE(file) << file.error().message();
  EXPECT_TRUE(file->measured);
  EXPECT_EQ(file->totals, profile.totals);
  EXPECT_EQ(file->shared, profile.shared);
  EXPECT_EQ(file->samples, profile.samples);
  EXPECT_EQ(file->contended_samples, report.contended_samples);
  ASSERT_EQ(file->findings.size(), 1U);
  EXPECT_EQ(codec::findingJson(file->findings[0]), codec::findingJson(report.findings[0]));
}

TEST(FindingsFile, KnowsWhatARecordingInBurstsSaw) {
  ProfileBuilder builder;
  const TargetIndex first = builder.global("table", "slot", 0x4000, 16, 0);
  builder.line(0x4000).store(11, first, 90).load(12, first, 50, 40);
  Profile profile = builder.build();
  profile.source.seen = Seen{1000, 250, 8, 40, 7, 123.5};
  std::ostringstream out;
  codec::writeJson(out, profile, judge(profile, {}), "1.2.3");
  const auto file = parseFindings(out.str(), "r.json");
  ASSERT_TRUE(file) << file.error().message();
  EXPECT_EQ(file->source.seen, profile.source.seen);
  EXPECT_EQ(file->estimated_loads, 4 * profile.estimated_loads) << "of the run";
  std::string text = out.str();
  text.replace(text.find("\"simulated\":250"), 15, "\"simulated\":2500");
  EXPECT_THAT(problemOf(text), HasSubstr("summary.seen.simulated is more than executed"));
}

TEST(FindingsFile, RefusesWhatIsNoReport) {
  EXPECT_THAT(problemOf(""), HasSubstr("r.json: is not whole JSON"));
  EXPECT_THAT(problemOf("\xff\xfe{}"), HasSubstr("is not whole JSON"));
  EXPECT_THAT(problemOf("[]"), HasSubstr("is not a report of fsfind"));
  EXPECT_THAT(problemOf("{\"findings\":[]}"), HasSubstr("is not a report of fsfind"));
  EXPECT_THAT(problemOf("{\"schema\":2,\"findings\":[]}"), HasSubstr("is not in schema 1"));
  const std::string whole = document({fullFinding()});
  for (std::size_t size = 0; size + 2 < whole.size(); size += 13)
    EXPECT_THAT(problemOf(whole.substr(0, size)), HasSubstr("is not whole JSON"));
  EXPECT_THAT(problemOf(std::string(1 << 20, '[')), HasSubstr("is nested deeper than"));
}

TEST(FindingsFile, SaysWhichFieldIsWrong) {
  EXPECT_THAT(problemWith("\"offset\":8", "\"offset\":-8"),
              AllOf(HasSubstr("findings[0].members[0].offset is not a number in its range"),
                    Not(HasSubstr("\n"))));
  EXPECT_THAT(problemWith("\"line\":7", "\"line\":4294967296"), HasSubstr("location.line"));
  EXPECT_THAT(problemWith("\"confirmed\"", "\"guessed\""),
              HasSubstr("verdict is 'guessed', which this release does not know"));
  EXPECT_THAT(problemWith("\"0x601040\"", "\"0x60104g\""), HasSubstr("is not an address"));
  EXPECT_THAT(problemWith("0.25", "1e999"), HasSubstr("JSON"));
  EXPECT_THAT(problemWith("0.25", "1.5"),
              HasSubstr("cost.latency_share is not a number from 0 to 1"));
  EXPECT_THAT(problemWith("\"often\"", "1"), HasSubstr("missing[0].link is not a string"));
  EXPECT_THAT(problemWith("\"rule\":", "\"role\":"), HasSubstr("findings[0].rule is missing"));
  EXPECT_THAT(problemWith("[\"1\",\"2\"]", "[\"1\",2]"), HasSubstr("readers[1] is not a string"));
  EXPECT_THAT(problemWith("\"of_array\":true", "\"of_array\":1"), HasSubstr("neither true"));
  EXPECT_THAT(problemOf("{\"schema\":1,\"findings\":{}}"), HasSubstr("findings is not an array"));
  EXPECT_THAT(problemOf("{\"schema\":1,\"findings\":[7]}"),
              HasSubstr("findings[0] is not an object"));
}

TEST(FindingsFile, IgnoresWhatItDoesNotKnowAndDoesWithoutWhatIsNew) {
  const auto file =
      parseFindings("{\"schema\":1,\"later\":[{}],\"findings\":[{\"rule\":\"fsfind-x\",\"later\":1,"
                    "\"verdict\":\"latent\",\"sharing\":\"false\",\"confidence\":\"low\","
                    "\"members\":[],\"message\":\"m\"}]}",
                    "r.json");
  ASSERT_TRUE(file) << file.error().message();
  EXPECT_EQ(file->findings.at(0).rule, "fsfind-x");
  EXPECT_FALSE(file->findings[0].conflict);
}

TEST(FindingsFile, SaysWhyAFileCannotBeRead) {
  const TemporaryFolder folder;
  EXPECT_THAT(readFindingsFile(folder.pathOf("none")).error().message(),
              HasSubstr("none: cannot be read: No such file"));
  EXPECT_THAT(readFindingsFile(folder.path()).error().message(), HasSubstr("is a directory"));
  EXPECT_TRUE(readFindingsFile(folder.write("r.json", document({fullFinding()}))));
}

} // namespace findingsFileTest

} // namespace fsfind::test
