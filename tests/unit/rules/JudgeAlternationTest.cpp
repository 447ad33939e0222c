// Data that is written once and then read meets modified lines too, but nobody fights for them.
#include "rules/measured/findings/Judge.h"
#include "tests/support/ProfileBuilder.h"

#include <gmock/gmock.h>

#include <functional>

namespace fsfind {
namespace judgeAlternationTest {

using test::ProfileBuilder;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

constexpr std::uint64_t kTable = 0x10000;

/// An element of eight bytes of a table, `line` lines from its start.
TargetIndex element(ProfileBuilder &builder, std::uint64_t line, std::uint64_t slot) {
  const std::uint64_t index = 8 * line + slot;
  return builder.global("table", "counter", kTable + 8 * index, 8, index);
}

/// A line on which thread 1 stores `stores` times, and of whose elements `readers` other threads
/// each load one, contended `hitm` times.
void tableLine(ProfileBuilder &builder, std::uint64_t line, std::uint64_t stores,
               std::uint32_t readers, std::uint64_t hitm) {
  builder.line(kTable + 64 * line).store(1, element(builder, line, 0), stores);
  for (std::uint32_t r = 1; r <= readers; ++r)
    builder.load(1 + r, element(builder, line, r), hitm, hitm);
}

/// A table of so many lines, on each of which thread 2 meets `hitm` of thread 1's `stores`.
struct Table {
  std::uint64_t lines = 14, stores = 20, hitm = 1;
  /// What simulation counts on a line; none = hardware.
  std::function<std::optional<std::uint64_t>(std::uint64_t line)> transfers = [](std::uint64_t) {
    return std::nullopt;
  };
  LineTimes times = {};

  [[nodiscard]] ProfileBuilder builder() const {
    ProfileBuilder builder;
    for (std::uint64_t i = 0; i < lines; ++i) {
      tableLine(builder, i, stores, 1, hitm);
      builder.lastLine().transfers = transfers(i);
      builder.lastLine().times = times;
    }
    return builder;
  }
  /// Without its lines, which are the profile's.
  [[nodiscard]] Report judged(const JudgeOptions &options = {}) const {
    Report report = judge(builder().build(), options);
    report.lines.clear();
    return report;
  }
};

auto always(std::uint64_t transfers) {
  return [transfers](std::uint64_t) { return transfers; };
}

TEST(JudgeAlternation, LinesThatSimulationSawChangeHandsOnceAreNoFinding) {
  const Report report = Table{.transfers = [](std::uint64_t line) { return line % 2; }}.judged();
  EXPECT_THAT(report.findings, IsEmpty());
  EXPECT_EQ(report.handed_over_lines, 14U);
  EXPECT_EQ(report.handed_over_loads, 14U);
}

TEST(JudgeAlternation, ShowAllTellsThatTheyWereHandedOver) {
  const Report report = Table{.transfers = always(1)}.judged({.show_all = true});
  ASSERT_THAT(report.findings, SizeIs(1));
  EXPECT_EQ(report.findings[0].alternation, Alternation::HandedOver);
  EXPECT_EQ(report.findings[0].confidence, Confidence::Low);
  EXPECT_THAT(report.findings[0].message, HasSubstr("written and then only read"));
  EXPECT_EQ(report.handed_over_lines, 0U);
}

TEST(JudgeAlternation, ATableWithOneSampleALineIsFoundWhereTransfersAreKnown) {
  const Report report = Table{.lines = 10'000, .stores = 2, .transfers = always(16)}.judged();
  ASSERT_THAT(report.findings, SizeIs(1));
  EXPECT_EQ(report.findings[0].alternation, Alternation::Shown);
  EXPECT_EQ(report.findings[0].confidence, Confidence::High);
}

/// Objects of a pool, each filled by one thread, used by another, and given back.
TEST(JudgeAlternation, LinesThatFewWritesTookAwayAreNotHighConfidence) {
  const Report report = Table{.transfers = always(4)}.judged();
  ASSERT_THAT(report.findings, SizeIs(1));
  EXPECT_EQ(report.findings[0].alternation, Alternation::NotShown);
  EXPECT_EQ(report.findings[0].confidence, Confidence::Medium);
}

TEST(JudgeAlternation, LinesSampledBeforeTheirFirstReturnStayWithTheirTable) {
  const auto transfers = [](std::uint64_t line) -> std::uint64_t { return line % 10 == 0 ? 1 : 8; };
  const Report report = Table{.lines = 100, .stores = 2, .transfers = transfers}.judged();
  ASSERT_THAT(report.findings, SizeIs(1));
  EXPECT_EQ(report.findings[0].cost.hitm, 100U);
  EXPECT_EQ(report.handed_over_lines, 0U);
}

TEST(JudgeAlternation, TheHotLineOfAnInitialisedTableStandsAlone) {
  ProfileBuilder builder;
  tableLine(builder, 0, 50, 2, 200);
  builder.lastLine().transfers = 512;
  for (std::uint64_t i = 1; i <= 600; ++i) {
    tableLine(builder, i, 2, 1, 1);
    builder.lastLine().transfers = 0;
  }
  const Profile profile = builder.build();
  const Report report = judge(profile, {});
  ASSERT_THAT(report.findings, SizeIs(1));
  EXPECT_THAT(report.findings[0].lines, SizeIs(1));
  EXPECT_EQ(report.handed_over_lines, 600U);
}

TEST(JudgeAlternation, OneLoadOfEachThreadIsNotHighConfidence) {
  const Report report = Table{}.judged();
  ASSERT_THAT(report.findings, SizeIs(1));
  EXPECT_EQ(report.findings[0].alternation, Alternation::NotShown);
  EXPECT_EQ(report.findings[0].confidence, Confidence::Medium);
  EXPECT_THAT(report.findings[0].message, HasSubstr("written once and then read as well"));
}

TEST(JudgeAlternation, AThreadThatMeetsALineTwiceHadLostItAgain) {
  const Report report = Table{.lines = 7, .hitm = 2}.judged();
  ASSERT_THAT(report.findings, SizeIs(1));
  EXPECT_EQ(report.findings[0].alternation, Alternation::Shown);
  EXPECT_EQ(report.findings[0].confidence, Confidence::High);
  EXPECT_THAT(report.findings[0].message, Not(HasSubstr("then read")));
}

/// Buffers of a pool, which four threads fill one after the other.
Report storedTo(std::uint64_t transfers) {
  ProfileBuilder builder;
  for (std::uint64_t i = 0; i < 100; ++i) {
    builder.line(kTable + 64 * i);
    for (std::uint32_t tid = 1; tid <= 4; ++tid)
      builder.storeAt(tid, 8 * tid, 10);
    builder.lastLine().transfers = transfers;
  }
  static Profile profile;
  profile = builder.build();
  profile.estimated_stores *= 50;
  return judge(profile, {});
}

TEST(JudgeAlternation, StoresToBuffersThatThreadsUseInTurnAreNoEvidence) {
  EXPECT_THAT(storedTo(4).findings, IsEmpty());
  EXPECT_EQ(storedTo(4).contended_samples, 0U);
  EXPECT_THAT(storedTo(1024).findings, SizeIs(1));
}

TEST(JudgeAlternation, SamplesOfHandedOverLinesNeedNoNames) {
  ProfileBuilder builder;
  builder.line(kTable).storeAt(1, 0, 20).loadAt(2, 0, 1, 1).lastLine().transfers = 0;
  const Profile profile = builder.build();
  EXPECT_EQ(judge(profile, {}).contended_samples, 0U);
}

/// The same samples with all stores before the first contended load, or with some after it.
Report timed(std::uint64_t last_store, std::uint64_t stores_per_sample) {
  Profile profile = Table{.hitm = 2, .times = {100, last_store, 500, 900}}.builder().build();
  profile.estimated_stores *= stores_per_sample;
  Report report = judge(profile, {});
  report.lines.clear(); // they are the profile's
  return report;
}

TEST(JudgeAlternation, AllStoresBeforeTheFirstContendedLoadAreInitialisation) {
  const Report report = timed(400, 1);
  EXPECT_THAT(report.findings, IsEmpty());
  EXPECT_EQ(report.handed_over_lines, 14U);
  EXPECT_EQ(report.handed_over_loads, 28U);
  EXPECT_THAT(timed(600, 1).findings, SizeIs(1));
}

TEST(JudgeAlternation, StoresTooRarelySampledToBeMissedAreNotMissed) {
  EXPECT_THAT(timed(400, 100).findings, SizeIs(1));
}

} // namespace judgeAlternationTest
} // namespace fsfind
