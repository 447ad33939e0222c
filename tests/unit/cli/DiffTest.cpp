// What became of findings: classes, and properties that hold for any pair of reports.
#include "rules/compare/Diff.h"

#include "cli/report/DiffReport.h"
#include "tests/support/ProfileBuilder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

namespace fsfind::test {

using testing::HasSubstr;
using testing::Not;

namespace diffTest {

Finding findingOf(const std::string &record, std::uint64_t hitm) {
  Finding finding;
  finding.rule = "fsfind-adjacent-thread-fields";
  finding.record = RecordInfo{record, {record + ".h", 4, 7}, 16, 0};
  finding.location = {record + ".h", 5, 3};
  finding.members = {{"head", {}, 0, 8, {}, {"1"}, hitm}, {"tail", {}, 8, 8, {"1"}, {"2"}, 0}};
  finding.cost.hitm = hitm;
  finding.message = "m";
  return finding;
}

/// A recording of so many loads, each sample of which stands for a thousand.
DiffSide recording(const std::vector<Finding> &findings, std::uint64_t loads = 10000) {
  FindingsFile report;
  report.source.path = "perf.data";
  report.measured = true;
  report.totals.load = loads;
  report.samples = loads;
  report.estimated_loads = loads * 1000;
  report.findings = findings;
  return sideOf(report);
}

DiffSide sources(const std::vector<Finding> &findings) {
  FindingsFile report;
  report.source.path = "build";
  report.findings = findings;
  for (Finding &finding : report.findings)
    finding.verdict = Verdict::Latent;
  return sideOf(report);
}

Change changeFrom(const DiffSide &before, const DiffSide &after, double least_change = 0) {
  const Diff result = diff(before, after, {0.95, least_change});
  EXPECT_EQ(result.differences.size(), 1U);
  return result.differences.at(0).change;
}

Change mirrored(Change change) {
  return static_cast<Change>(kChangeCount - 1 - static_cast<std::size_t>(change));
}

std::vector<Finding> randomFindings(std::mt19937 &random) {
  std::vector<Finding> findings;
  const auto count = random() % 9;
  for (std::uint32_t i = 0; i < count; ++i)
    findings.push_back(findingOf("R" + std::to_string(random() % 4), random() % 60));
  for (Finding &finding : findings)
    for (auto i = random() % 3; i > 0; --i)
      finding.members.push_back({"m" + std::to_string(random() % 4), {}, 0, 8, {}, {}, 0});
  return findings;
}

TEST(Diff, MeasuredFindingsFallIntoFiveClasses) {
  const DiffSide none = recording({}), some = recording({findingOf("Q", 100)});
  EXPECT_EQ(changeFrom(none, some), Change::New);
  EXPECT_EQ(changeFrom(some, none), Change::Gone);
  EXPECT_EQ(changeFrom(some, recording({findingOf("Q", 110)})), Change::Unchanged);
  EXPECT_EQ(changeFrom(some, recording({findingOf("Q", 300)})), Change::Worse);
  EXPECT_EQ(changeFrom(some, recording({findingOf("Q", 20)})), Change::Better);
}

TEST(Diff, LengthAndPeriodDoNotCount) {
  const DiffSide base = recording({findingOf("Q", 100)});
  EXPECT_EQ(changeFrom(base, recording({findingOf("Q", 1000)}, 100000)), Change::Unchanged);
  EXPECT_EQ(changeFrom(base, recording({findingOf("Q", 100)}, 100000)), Change::Better);
  DiffSide rarely = recording({findingOf("Q", 10)}, 1000); // ten times the period
  rarely.report.estimated_loads = base.report.estimated_loads;
  EXPECT_EQ(changeFrom(base, rarely), Change::Unchanged);
}

TEST(Diff, StoresAreWorkToo) {
  DiffSide storing = recording({findingOf("Q", 100)});
  storing.report.estimated_stores = 9 * storing.report.estimated_loads;
  EXPECT_EQ(changeFrom(recording({findingOf("Q", 100)}), storing), Change::Better);
}

TEST(Diff, WithoutPeriodsSamplesAreTheWork) {
  DiffSide before = recording({findingOf("Q", 100)}),
           after = recording({findingOf("Q", 100)}, 20000);
  before.report.estimated_loads = 0;
  EXPECT_EQ(changeFrom(before, after), Change::Better);
}

TEST(Diff, WhatOneSideKnowsToBeLittleIsNotNew) {
  DiffSide before = recording({});
  before.left_out = {findingOf("Q", 7)};
  EXPECT_EQ(changeFrom(before, recording({findingOf("Q", 9)})), Change::Unchanged);
  EXPECT_EQ(changeFrom(before, recording({findingOf("Q", 90)})), Change::New);
  EXPECT_TRUE(diff(before, recording({}), {}).differences.empty()) << "neither reports it";
}

TEST(Diff, ATwinIsNoTwinOfItsLeftOutSelf) {
  // By place the one left out comes first, so that the one reported is the second of its name.
  Finding little = findingOf("Q", 2), much = findingOf("Q", 100);
  much.location.line = 90;
  DiffSide before = recording({much});
  before.left_out = {little};
  const Diff result = diff(before, before, {});
  ASSERT_EQ(result.differences.size(), 1U);
  EXPECT_EQ(result.differences[0].before.samples, 100U);
  EXPECT_EQ(result.differences[0].after.samples, 100U);
}

TEST(Diff, TooFewSamplesDecideNothing) {
  const Diff result = diff(recording({}), recording({findingOf("Q", 3)}), {});
  EXPECT_EQ(result.count(Change::Unchanged), 1U);
  EXPECT_TRUE(result.differences.at(0).rates->too_few);
}

TEST(Diff, WhatAFixLeavesOfAFindingIsNotNew) {
  const auto alone = [](std::uint64_t hitm) {
    Finding finding = findingOf("Q", hitm);
    finding.rule = "fsfind-contended-atomic";
    finding.object.type = "Q";
    finding.members.resize(1);
    return finding;
  };
  Finding both = findingOf("Q", 400);
  both.object.type = "Q";
  EXPECT_EQ(changeFrom(recording({both}), recording({alone(20)})), Change::Better);
  EXPECT_EQ(changeFrom(recording({both}), recording({alone(900)})), Change::Worse);

  Finding still = both;
  still.cost.hitm = still.members[0].hitm = 100;
  const Diff result = diff(recording({both}), recording({still, alone(60)}), {});
  EXPECT_EQ(result.count(Change::New), 0U) << "the rest costs less than it did";
  EXPECT_EQ(result.count(Change::Better), 1U);
  EXPECT_EQ(diff(recording({both}), recording({still, alone(900)}), {}).count(Change::New), 1U);

  Finding other = alone(60);
  other.members[0].path = "size";
  EXPECT_EQ(diff(recording({both}), recording({still, other}), {}).count(Change::New), 1U)
      << "another member of the same object";
}

TEST(Diff, SaysWhichFindingsAreNewOnlyBecauseOneWasSplit) {
  Finding both = findingOf("Q", 400), part = findingOf("Q", 60);
  both.object.type = part.object.type = "Q";
  part.rule = "fsfind-contended-atomic";
  part.members.resize(1);
  Finding still = both;
  still.cost.hitm = still.members[0].hitm = 340;
  const auto textOf = [](const DiffSide &before, const DiffSide &after) {
    return report::diffText({before, after, diff(before, after, {})}, {.width = 120}, true);
  };
  const std::string split = textOf(recording({both}), recording({still, part}));
  EXPECT_THAT(split, testing::ContainsRegex("unchanged +split off +0 "));
  EXPECT_THAT(split, HasSubstr("'split off' and 'merged': "));
  EXPECT_THAT(textOf(recording({still, part}), recording({both})),
              testing::ContainsRegex("unchanged +merged "));
  EXPECT_THAT(textOf(recording({both}), recording({still})), Not(HasSubstr("merged")));
}

TEST(Diff, ContendedLoadsThatMoveBetweenFindingsAreNoChange) {
  const auto of = [](const char *rule, std::uint64_t head, std::uint64_t tail) {
    Finding finding = findingOf("Q", head + tail);
    finding.rule = rule;
    finding.object.type = "Q";
    finding.members[0].hitm = head;
    finding.members[1].hitm = tail;
    if (tail == 0)
      finding.members.pop_back();
    return finding;
  };
  const DiffSide apart = recording({of("fsfind-a", 300, 20), of("fsfind-b", 140, 0)}),
                 together = recording({of("fsfind-a", 440, 20)});
  for (const auto &[from, to] : {std::pair(apart, together), std::pair(together, apart)}) {
    const Diff result = diff(from, to, {});
    EXPECT_EQ(result.count(Change::Unchanged), 2U);
    EXPECT_EQ(result.differences.size(), 2U);
  }
  // A member that was a small part of one finding is a large one by itself.
  const Diff grown = diff(recording({of("fsfind-a", 900, 50)}),
                          recording({of("fsfind-a", 900, 1), of("fsfind-b", 400, 0)}), {});
  EXPECT_EQ(grown.count(Change::New) + grown.count(Change::Worse), 1U);
}

TEST(Diff, MemoryWithoutANameIsOneDatum) {
  const auto unnamed = [](const char *bytes, const char *file, std::uint64_t hitm) {
    Finding finding;
    finding.rule = "fsfind-adjacent-thread-fields";
    finding.location = {file, 5, 3};
    finding.members = {{bytes, {}, 0, 8, {}, {"1", "2"}, hitm}};
    finding.cost.hitm = hitm;
    return finding;
  };
  const DiffSide before = recording({unnamed("bytes 0-7", "a.c", 60)});
  const Diff other = diff(before, recording({unnamed("bytes 8-31", "b.c", 62)}), {});
  EXPECT_EQ(other.count(Change::Unchanged), 2U) << "which is which is not known";
  EXPECT_EQ(diff(before, recording({unnamed("bytes 8-31", "b.c", 600)}), {}).count(Change::New),
            1U);
  EXPECT_EQ(diff(before, recording({}), {}).count(Change::Gone), 1U);
}

TEST(Diff, ANameIsTheSameInReportsThatDoNotSayWhatItIsOf) {
  Finding neighbours;
  neighbours.rule = "fsfind-adjacent-globals";
  neighbours.members = {{"net::total", {"a.c", 1, 5}, 0, 8, {}, {"1"}, 90},
                        {"other", {"t.h", 9, 5}, 0, 8, {}, {"2"}, 0}};
  neighbours.cost.hitm = 90;
  Finding alone = neighbours;
  alone.rule = "fsfind-contended-atomic";
  alone.object.name = "net::total";
  alone.members.pop_back();
  EXPECT_EQ(changeFrom(recording({neighbours}), recording({alone})), Change::Unchanged);
}

TEST(DiffText, WritesAnObjectOnceInANameThatHasIt) {
  Finding finding = findingOf("Q", 90);
  finding.object.name = "queue";
  const auto textOf = [&](const std::string &path, const std::string &other) {
    finding.members[0].path = path;
    finding.members[1].path = other;
    const DiffSide side = recording({finding});
    return report::diffText({side, side, diff(side, side, {})}, {.width = 160}, true);
  };
  EXPECT_THAT(textOf("head", "tail"), HasSubstr(" queue.{head, tail} "));
  EXPECT_THAT(textOf("queue.head", "Node.next"), HasSubstr(" {queue.head, Node.next} "));
  EXPECT_THAT(textOf("queue", "other"), HasSubstr(" {queue, other} "));
  finding.object.of_array = true;
  finding.members.pop_back();
  finding.members.push_back(finding.members[0]);
  EXPECT_THAT(textOf("queue", "other"), HasSubstr(" {queue[], other} "));
  finding.verdict = Verdict::Latent;
  EXPECT_THAT(textOf("queue.head", "queue.tail"), HasSubstr(" {queue.head, queue.tail} "));
}

/// A report that somebody made up: pairs of all its findings would be tens of millions.
TEST(Diff, ManyFindingsAboutTheSameAreComparedInTime) {
  std::vector<Finding> before, after;
  for (int i = 0; i < 4000; ++i) {
    Finding one = findingOf("Q", 400);
    one.object.type = "Q";
    one.members.push_back({"m" + std::to_string(i), {}, 16, 8, {"1"}, {"2"}, 1});
    one.rule = "fsfind-old";
    before.push_back(one);
    one.rule = "fsfind-new";
    after.push_back(one);
  }
  const Diff result = diff(recording(before), recording(after), {});
  EXPECT_EQ(result.differences.size(), 4000U) << "paired by the member that only two have";
}

TEST(Diff, ANeighbourThatIsContendedAloneIsNotNew) {
  Finding neighbours;
  neighbours.rule = "fsfind-adjacent-globals";
  neighbours.members = {{"hits", {"a.c", 1, 5}, 0, 8, {}, {"1"}, 90, "long"},
                        {"table.size", {"t.h", 9, 5}, 0, 8, {}, {"2"}, 90}};
  neighbours.cost.hitm = 180;
  Finding alone;
  alone.rule = "fsfind-contended-atomic";
  alone.object.name = "hits";
  alone.members = {{"hits", {"a.c", 1, 5}, 0, 8, {}, {"1", "2"}, 40, "long"}};
  alone.cost.hitm = 40;
  EXPECT_EQ(changeFrom(recording({neighbours}), recording({alone})), Change::Better);
  alone.object.name = "table";
  alone.members[0].path = "size";
  EXPECT_EQ(changeFrom(recording({neighbours}), recording({alone})), Change::Better);
  alone.object.name = "other";
  EXPECT_EQ(diff(recording({neighbours}), recording({alone}), {}).count(Change::New), 1U);
}

TEST(Diff, ADatumUnderAnotherRuleIsNeitherNewNorGone) {
  Finding before = findingOf("Queue", 50);
  before.object.type = "Queue";
  Finding after = before;
  after.rule = "fsfind-contended-atomic";
  after.members = {before.members[0]};
  for (const auto &[from, to] : {std::pair(recording({before}), recording({after})),
                                 std::pair(sources({before}), sources({after}))}) {
    const Diff changed = diff(from, to, {});
    ASSERT_EQ(changed.differences.size(), 1U);
    EXPECT_EQ(changed.differences[0].change, Change::Unchanged);
    EXPECT_EQ(changed.differences[0].rule_before, before.rule);
    EXPECT_EQ(changed.ofOtherRules(), 1U);
    EXPECT_EQ(diff(from, from, {}).ofOtherRules(), 0U);
  }
  Finding elsewhere = after;
  elsewhere.record->name = elsewhere.object.type = "Stack";
  EXPECT_EQ(diff(sources({before}), sources({elsewhere}), {}).differences.size(), 2U);
}

TEST(Diff, RecordingsAreComparedAsAWhole) {
  DiffSide before = recording({}), after = recording({}, 20000);
  EXPECT_FALSE(diff(before, after, {}).total) << "nothing was contended";
  before.report.hitm = 500;
  after.report.hitm = 30;
  after.report.peers = 10;
  const auto total = diff(before, after, {}).total;
  ASSERT_TRUE(total);
  EXPECT_EQ(total->before.samples, 500U);
  EXPECT_EQ(total->after.samples, 40U);
  EXPECT_NEAR(total->rates.ratio, 0.04, 1e-9) << "the later recording is twice as long";
  const std::string text = report::diffText({before, after, diff(before, after, {})}, {}, false);
  EXPECT_THAT(text, HasSubstr("contended loads -96% (95% sure: "));
  EXPECT_FALSE(diff(sources({findingOf("Q", 0)}), sources({}), {}).total);
}

TEST(Diff, SmallChangesCanBeLeftOut) {
  const DiffSide before = recording({findingOf("Q", 10000)}, 1000000);
  const DiffSide after = recording({findingOf("Q", 11500)}, 1000000);
  EXPECT_EQ(changeFrom(before, after), Change::Worse);
  EXPECT_EQ(changeFrom(before, after, 0.2), Change::Unchanged);
  EXPECT_EQ(changeFrom(after, before, 0.2), Change::Unchanged);
}

TEST(Diff, AMemberThatWasNotSampledAgainMakesNoNewFinding) {
  Finding more = findingOf("Q", 95), other = findingOf("Q", 0);
  more.members.push_back({"size", {}, 16, 8, {"1"}, {}, 2});
  other.members = {{"capacity", {}, 32, 8, {}, {"1"}, 0}};
  EXPECT_EQ(changeFrom(recording({findingOf("Q", 100)}), recording({more})), Change::Unchanged);
  EXPECT_EQ(changeFrom(recording({more}), recording({findingOf("Q", 100)})), Change::Unchanged);
  const Diff apart = diff(sources({findingOf("Q", 0)}), sources({other}), {});
  EXPECT_EQ(apart.count(Change::New), 1U) << "no member is common";
  EXPECT_EQ(apart.count(Change::Gone), 1U);
}

TEST(Diff, SourcesAreComparedByWhatIsThere) {
  EXPECT_EQ(changeFrom(sources({}), sources({findingOf("Q", 0)})), Change::New);
  EXPECT_EQ(changeFrom(sources({findingOf("Q", 0)}), sources({})), Change::Gone);
  Finding moved = findingOf("Q", 0);
  moved.location = {"elsewhere.h", 70, 1};
  EXPECT_EQ(changeFrom(sources({findingOf("Q", 0)}), sources({moved})), Change::Unchanged);
}

TEST(Diff, OnlyWhatIsAlikeIsCompared) {
  EXPECT_TRUE(checkComparable(recording({}), recording({})));
  EXPECT_THAT(checkComparable(recording({}), sources({})).error().message(),
              HasSubstr("build: is about sources"));
  DiffSide simulated = recording({});
  simulated.report.source.simulated = true;
  EXPECT_THAT(checkComparable(simulated, recording({})).error().message(), HasSubstr("simulated"));
  DiffSide joined = recording({});
  joined.report.joined = true;
  EXPECT_TRUE(checkComparable(joined, joined));
  EXPECT_THAT(checkComparable(joined, recording({})).error().message(),
              HasSubstr("perf.data: is not joined with sources"));
  EXPECT_THAT(checkComparable(recording({}), joined).error().message(),
              HasSubstr("perf.data: is joined with sources"));
}

TEST(Diff, KnowsWhenNamesAreMissing) {
  DiffSide side = recording({});
  EXPECT_FALSE(lacksNames(side)) << "nothing is contended";
  side.report.contended_samples = 100;
  side.report.named_samples = 60;
  EXPECT_FALSE(lacksNames(side));
  side.report.named_samples = 3;
  EXPECT_TRUE(lacksNames(side));
}

TEST(Diff, NothingChangesFromAReportToItself) {
  std::mt19937 random(7);
  for (int i = 0; i < 200; ++i) {
    const std::vector<Finding> findings = randomFindings(random);
    for (const DiffSide &side : {recording(findings), sources(findings)}) {
      const Diff result = diff(side, side, {});
      EXPECT_EQ(result.count(Change::Unchanged), findings.size());
      EXPECT_EQ(result.differences.size(), findings.size());
    }
  }
}

TEST(Diff, MirroredIsTheDiffOfTheOtherDirection) {
  std::mt19937 random(11);
  for (int i = 0; i < 300; ++i) {
    const DiffSide a = recording(randomFindings(random), 500 + random() % 20000);
    const DiffSide b = recording(randomFindings(random), 500 + random() % 20000);
    const Diff forth = diff(a, b, {}), back = diff(b, a, {});
    ASSERT_EQ(forth.differences.size(), back.differences.size());
    for (std::size_t change = 0; change < kChangeCount; ++change)
      EXPECT_EQ(back.count(mirrored(static_cast<Change>(change))),
                forth.count(static_cast<Change>(change)));
  }
}

TEST(Diff, AProfileBringsWhatItsReportLeavesOut) {
  ProfileBuilder builder;
  const TargetIndex first = builder.global("table", "slot", 0x4000, 16, 0);
  const TargetIndex last = builder.global("table", "slot", 0x4010, 16, 1);
  builder.line(0x4000).store(11, first, 1).load(11, first, 5, 4).store(12, last, 1);
  const DiffSide side = sideOf(builder.build(), {});
  EXPECT_TRUE(side.report.findings.empty());
  EXPECT_EQ(side.left_out.size(), 1U);
  EXPECT_TRUE(side.report.measured);
}

/// Of bursts with 100 contended samples each, more or less by 50.
DiffSide inBursts(const std::vector<Finding> &findings) {
  DiffSide side = recording(findings);
  side.report.source.simulated = true;
  side.report.source.seen = Seen{100'000'000, 10'000'000, 20, 2000, 19, 19 * 2 * 2500.0};
  return side;
}

TEST(Diff, BurstsHaveToDifferByMore) {
  const auto whole = recording({findingOf("Q", 400)}), part = inBursts({findingOf("Q", 400)});
  EXPECT_EQ(changeFrom(whole, recording({findingOf("Q", 500)})), Change::Worse);
  EXPECT_EQ(changeFrom(part, inBursts({findingOf("Q", 500)})), Change::Unchanged);
  EXPECT_EQ(changeFrom(whole, inBursts({findingOf("Q", 500)})), Change::Unchanged);
  EXPECT_EQ(changeFrom(part, inBursts({findingOf("Q", 2000)})), Change::Worse);
}

TEST(DiffText, SaysThatItComparesEstimates) {
  report::DiffReport result{inBursts({findingOf("Q", 400)}), inBursts({findingOf("Q", 500)}), {}};
  result.diff = diff(result.before, result.after, {});
  const std::string text = report::diffText(result, {.width = 300}, false);
  EXPECT_THAT(text, HasSubstr("simulated in bursts that saw 10.0% of the instructions"));
  EXPECT_THAT(text, HasSubstr("chance gives differences 5.0 times as large"));
}

TEST(DiffText, TellsWhatChangedAndHowSure) {
  report::DiffReport result{recording({findingOf("Queue", 40), findingOf("Same", 50)}),
                            recording({findingOf("Queue", 400), findingOf("Same", 50)}),
                            {}};
  result.diff = diff(result.before, result.after, {});
  const std::string text = report::diffText(result, {.width = 100}, false);
  EXPECT_THAT(text, HasSubstr("worse     x10  4,000 (40)  40,000 (400)"));
  EXPECT_THAT(text, HasSubstr("Queue.{head, tail}"));
  EXPECT_THAT(text, Not(HasSubstr("Same")));
  EXPECT_THAT(text, HasSubstr("0 new, 1 worse, 1 unchanged, 0 better, 0 gone; -v shows"));
  EXPECT_THAT(report::diffText(result, {.width = 100}, true), HasSubstr("Same.{head, tail}"));
  EXPECT_THAT(report::diffText(result, {.color = true}, false), HasSubstr("\x1b["));
}

TEST(DiffJson, HasAllThatTheTextTells) {
  report::DiffReport result{recording({}), recording({findingOf("Queue", 40)}), {}};
  result.diff = diff(result.before, result.after, {});
  std::ostringstream out;
  report::writeDiffJson(out, result, "1.2.3");
  const auto json = nlohmann::json::parse(out.str());
  EXPECT_EQ(json["summary"]["new"], 1);
  const auto &one = json["differences"][0];
  EXPECT_EQ(one["change"], "new");
  EXPECT_EQ(one["after"]["samples"], 40);
  EXPECT_EQ(one["rates"]["ratio"], nullptr) << "infinite";
  EXPECT_EQ(one["finding"]["record"]["name"], "Queue");
}

} // namespace diffTest

} // namespace fsfind::test
