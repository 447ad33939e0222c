#include "cli/report/picture/LayoutFigure.h"
#include "cli/report/picture/MemoryFigure.h"
#include "cli/report/picture/ReportPicture.h"
#include "cli/report/picture/StripFigure.h"
#include "cli/report/picture/TileFigure.h"
#include "cli/report/picture/TimelineFigure.h"
#include "cli/report/picture/TransferFigure.h"
#include "rules/measured/findings/Judge.h"
#include "rules/model/OwnerTimeline.h"
#include "tests/support/FindingBuilder.h"
#include "tests/support/ProfileBuilder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

namespace fsfind {
namespace pictureTest {

using test::ProfileBuilder;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// Ends elements and attributes, changes the direction of writing, is no UTF-8, and no XML.
const std::string kHostile = "</title></svg><script>alert(1)</script>'\"&]]>\u202e\x1b\x80\uFFFE";

Profile twoWriters(const std::string &name) {
  ProfileBuilder builder;
  const TargetIndex object = builder.global(name, name, 0x4000, 64);
  const TargetIndex head = builder.member(object, "head" + name, 0);
  const TargetIndex tail = builder.member(object, "tail" + name, 8);
  builder.line(0x4000).store(11, head, 90);
  builder.last().cpu = 0;
  builder.load(12, tail, 60, 50);
  builder.last().cpu = 1;
  builder.store(12, tail, 70);
  builder.last().cpu = 1;
  Profile profile = builder.build();
  profile.topology.cpus = {{0, 0, 0, 0, 0}, {1, 1, 1, 1, 1}};
  for (Thread &thread : profile.threads)
    thread.comm = name;
  for (Site &site : profile.sites)
    site.symbol = site.module = name;
  profile.source.path = name;
  return profile;
}

std::string drawn(const Profile &profile, const Report &report, const std::string &picture,
                  const std::string &finding = "") {
  const auto file = report::reportPicture(profile, report, {picture, finding});
  if (!file)
    return "error: " + file.error().what;
  std::ostringstream out;
  report::writeSvgFile(out, *file);
  return out.str();
}

std::vector<std::string> column(const report::Figure &figure, std::size_t at) {
  std::vector<std::string> texts;
  for (const auto &row : figure.table.rows)
    texts.push_back(row[at].text);
  return texts;
}

TEST(Picture, HasNamesAsTextWhateverTheyAre) {
  const Profile profile = twoWriters(kHostile);
  Report report = judge(profile, {});
  ASSERT_FALSE(report.findings.empty());
  Advice advice;
  advice.before = advice.after = {{kHostile, 0, 8, {kHostile}}, {kHostile, 8, 8, {}}};
  report.findings[0].advice = {advice};
  for (const std::string picture : {"strip", "layout", "map", "topology", "flame"}) {
    const std::string svg = drawn(profile, report, picture);
    EXPECT_THAT(svg, testing::StartsWith("<svg xmlns='http://www.w3.org/2000/svg'")) << picture;
    EXPECT_THAT(svg, testing::EndsWith("</svg>\n"));
    EXPECT_THAT(svg, HasSubstr("&lt;/title&gt;&lt;/svg&gt;&lt;script&gt;alert(1)")) << picture;
    for (const char *acting : {"<script", "]]>", "\u202e", "\x1b", "\x80\xef", "\uFFFE"})
      EXPECT_THAT(svg, Not(HasSubstr(acting))) << picture;
  }
}

TEST(Picture, NeedsNothingFromElsewhereAndDoesNotClashWithAnother) {
  const Profile profile = twoWriters("queue");
  Report report = judge(profile, {});
  report.findings.push_back(report.findings.front());
  report.findings.back().rank = 2;
  report.findings.back().object.name = "other";
  const std::string one = drawn(profile, report, "strip", "1"),
                    two = drawn(profile, report, "strip", "2");
  for (const char *outside : {"url(", "href", "@import", "var(", "font-face"})
    EXPECT_THAT(one, Not(HasSubstr(outside)));
  EXPECT_THAT(one, HasSubstr("role='img'"));
  const auto id = [](const std::string &svg) {
    const std::size_t at = svg.find("<title id='");
    return svg.substr(at, svg.find('>', at) - at);
  };
  EXPECT_NE(id(one), id(two));
}

TEST(Picture, SaysWhyThereIsNone) {
  const Profile profile = twoWriters("queue");
  const Report report = judge(profile, {});
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(drawn(profile, report, "strip", "2"), "error: is none of the 1 finding of the report");
  EXPECT_EQ(drawn(profile, report, "memory"), "error: the report tells no memory's node");
  EXPECT_EQ(drawn(profile, Report(), "strip"), "error: the report has no finding to draw");
  Report latent = report;
  latent.findings[0].lines.clear();
  latent.findings[0].advice.clear();
  EXPECT_EQ(drawn(profile, latent, "strip"), "error: finding 1 has no cacheline with samples");
  EXPECT_EQ(drawn(profile, latent, "layout"),
            "error: finding 1 has no advice that changes a layout");
}

TEST(StripFigure, TellsWhoUsesWhichBytes) {
  const Profile profile = twoWriters("queue");
  const report::Figure threads = report::stripFigure(profile, ThreadNames(profile),
                                                     profile.lines[0], report::HeatRows::Threads);
  EXPECT_THAT(column(threads, 1), testing::ElementsAre("thread 11", "thread 12"));
  EXPECT_THAT(column(threads, 2), testing::ElementsAre("0–7", "8–15"));
  EXPECT_THAT(column(threads, 3), testing::ElementsAre("queue.headqueue", "queue.tailqueue"));
  EXPECT_THAT(threads.shapes, HasSubstr("bytes 8 to 15: written most by thread 12"));
  EXPECT_THAT(threads.shapes, HasSubstr("bytes 8 to 15: 50 contended samples"));
  const report::Figure cpus =
      report::stripFigure(profile, ThreadNames(profile), profile.lines[0], report::HeatRows::Cpus);
  EXPECT_THAT(column(cpus, 1), testing::ElementsAre("CPU 0", "CPU 1"));
}

TEST(TimelineFigure, TellsWhoStoredMostInEachSpan) {
  Profile profile = twoWriters("queue");
  auto timeline = std::make_shared<OwnerTimeline>();
  timeline->begin = 1'000'000;
  timeline->span = 1'000'000;
  timeline->spans = 3;
  timeline->rows = {{ThreadIndex(0), {{5, 0}, {1, 0}, {0, 2}}},
                    {ThreadIndex(1), {{0, 3}, {4, 0}, {0, 0}}}};
  profile.lines.front().timeline = timeline;
  profile.source.first_time = 1'000'000;
  const auto figure = report::timelineFigure(profile, ThreadNames(profile), profile.lines.front());
  ASSERT_TRUE(figure);
  EXPECT_THAT(column(*figure, 0), ElementsAre("0 ms", "1 ms", "2 ms"));
  EXPECT_THAT(column(*figure, 1), ElementsAre("thread 11", "thread 12", "nobody seen"));
  EXPECT_THAT(column(*figure, 4), ElementsAre("3", "0", "2"));
  profile.lines.front().timeline = nullptr;
  EXPECT_FALSE(report::timelineFigure(profile, ThreadNames(profile), profile.lines.front()));
}

TEST(TransferFigure, GoesFromTheOtherWritersToTheReader) {
  const Profile profile = twoWriters("queue");
  const Report report = judge(profile, {});
  const report::Transfers transfers = report::transfersOn(report.lines);
  ASSERT_EQ(transfers.size(), 1U);
  EXPECT_DOUBLE_EQ(transfers.at({0, 1}), 50);
  const auto cpus = report::transferFigure(profile, transfers, report::MachinePart::Cpu);
  ASSERT_TRUE(cpus);
  EXPECT_THAT(cpus->shapes, AllOf(HasSubstr("class='arc far'"), HasSubstr("CPU 0 to 1: 50")));
  Profile unknown = profile;
  unknown.topology = {};
  EXPECT_FALSE(report::transferFigure(unknown, transfers, report::MachinePart::Node));
}

/// Their pairs grow with the square of the CPUs, which a file may claim there are thousands of.
TEST(TransferFigure, IsBoundedWhateverCpusAFileClaims) {
  constexpr std::uint32_t kCpus = 2000;
  test::ProfileBuilder builder;
  builder.line(0x1000);
  const TargetIndex target = builder.global("counter", "long", 0x1000, 8);
  for (std::uint32_t cpu = 0; cpu < kCpus; ++cpu) {
    builder.store(2 * cpu + 1, target, 1 + cpu);
    builder.last().cpu = cpu;
    builder.load(2 * cpu + 2, target, 1, 1);
    builder.last().cpu = cpu;
  }
  const Profile profile = builder.build();
  const report::Transfers transfers = report::transfersOn(judge(profile, {}).lines);
  EXPECT_LE(transfers.size(), report::kMostUsers * report::kMostUsers);
  EXPECT_EQ(transfers.begin()->first.first, kCpus - report::kMostUsers) << "those that write most";
  const auto figure = report::transferFigure(profile, transfers, report::MachinePart::Cpu);
  ASSERT_TRUE(figure);
  EXPECT_LE(figure->table.rows.size(), 1000U);
}

TEST(TileFigure, KnowsTheLinesOfItsTiles) {
  const Profile profile = twoWriters("queue");
  const Report report = judge(profile, {});
  const auto map = report::mapFigure(profile, report.lines, report::MapValue::Stores);
  ASSERT_TRUE(map);
  EXPECT_THAT(column(*map, 2), testing::ElementsAre("headqueue", "tailqueue"));
  EXPECT_THAT(column(*map, 3), testing::ElementsAre("90", "70"));
  EXPECT_THAT(map->table.lines, testing::Each(testing::ElementsAre(1U)));
  EXPECT_THAT(map->shapes, HasSubstr("data-row='1'"));
  const auto flame = report::flameFigure(profile, report.lines);
  ASSERT_TRUE(flame);
  EXPECT_THAT(column(*flame, 2), testing::ElementsAre("queue.tailqueue"));
}

Finding withSizes(Finding finding, std::uint64_t before, std::uint64_t after) {
  finding.members.front().size = 8;
  finding.advice.emplace_back();
  finding.advice.back().size_before = before;
  finding.advice.back().size_after = after;
  return finding;
}

TEST(LayoutFigure, DrawsElementsOneAfterAnotherButBlocksEachForItself) {
  const Finding elements =
      withSizes(test::measured("per-thread-slots").member("hits", "a.c", 3), 32, 64);
  const auto array = report::layoutFigure(elements, elements.advice[0], 64);
  ASSERT_TRUE(array);
  EXPECT_THAT(array->shapes, AllOf(HasSubstr("Before: 32 bytes each; 2 lines with several writers"),
                                   HasSubstr("After: 64 bytes each; no line with several writers"),
                                   HasSubstr("[1].hits, bytes 32 to 39")));
  Finding blocks = elements;
  blocks.allocator_induced = true;
  blocks.object.kind = ObjectKind::Heap;
  const auto apart = report::layoutFigure(blocks, blocks.advice[0], 64);
  ASSERT_TRUE(apart);
  EXPECT_THAT(apart->shapes, AllOf(HasSubstr(">other block, 32 bytes<"), Not(HasSubstr("[1]")),
                                   Not(HasSubstr("lines with several"))));
  EXPECT_THAT(apart->legend, HasSubstr("how far apart they are is not known"));
  EXPECT_THAT(report::layoutFigure(elements, elements.advice[0], 128)->shapes,
              HasSubstr("After: 64 bytes each; 2 lines with several writers"));
}

TEST(LayoutFigure, IsBoundedWhateverTheSizes) {
  Finding finding = test::measured("adjacent-fields").member("a", "a.c", 3);
  Advice advice;
  advice.before = {{"a", UINT64_MAX - 3, UINT64_MAX, {"1"}}, {"b", 8, UINT64_MAX, {"2"}}};
  advice.after = advice.before;
  const auto figure = report::layoutFigure(finding, advice, 64);
  ASSERT_TRUE(figure);
  EXPECT_LT(figure->table.rows.size(), 1000U);
  EXPECT_THAT(figure->legend, HasSubstr("Drawn are the first 8 lines"));
  advice.before = advice.after = {};
  EXPECT_FALSE(report::layoutFigure(finding, advice, 64)) << "nothing moves";
}

TEST(MemoryFigure, HasPagesByNode) {
  Report report;
  for (const std::uint32_t node : {0U, 1U}) {
    Finding finding = test::measured("serial-first-touch").member("field", "a.c", 3);
    finding.rank = node + 1;
    finding.placement.emplace();
    finding.placement->node = node;
    finding.placement->pages = 10 + node;
    finding.placement->shared_pages = 4;
    report.findings.push_back(finding);
  }
  const auto figure = report::memoryFigure(report);
  ASSERT_TRUE(figure);
  EXPECT_THAT(column(*figure, 0), testing::ElementsAre("node 0", "node 1"));
  EXPECT_THAT(column(*figure, 2), testing::ElementsAre("10", "11"));
  EXPECT_THAT(figure->shapes, HasSubstr("4 of them loaded from several nodes"));
  EXPECT_FALSE(report::memoryFigure(Report()));
}

} // namespace pictureTest
} // namespace fsfind
