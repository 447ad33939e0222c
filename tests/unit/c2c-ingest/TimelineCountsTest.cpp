// A line's samples by thread and time: what merging promises, and how spans grow.
#include "c2c-ingest/lines/TimelineCounts.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <tuple>

namespace fsfind::lines {
namespace timelineCountsTest {

struct Told {
  std::uint64_t time;
  std::uint32_t tid;
  bool store;
};

void addTo(TimelineCounts &counts, const Told &one) {
  counts.add(one.time, 1, one.tid, {one.store ? 1U : 0U, one.store ? 0U : 1U});
}

/// Stores and contended samples by thread and time, whatever the order of threads is.
std::map<std::pair<std::uint32_t, std::uint64_t>, std::pair<std::uint32_t, std::uint32_t>>
contentOf(const TimelineCounts &counts) {
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::pair<std::uint32_t, std::uint32_t>>
      content;
  for (const TimelineCounts::Row &row : counts.rows())
    for (std::size_t i = 0; i < TimelineCounts::kSpans; ++i)
      if (const TimelineCell &cell = row.cells[i]; cell.stores + cell.contended != 0)
        content[{row.tid, counts.begin() + i * counts.span()}] = {cell.stores, cell.contended};
  return content;
}

std::vector<Told> randomSamples(std::mt19937_64 &random) {
  const std::uint64_t bits = 4 + random() % 40;
  const std::uint64_t threads = random() % 2 == 0 ? 5 : 2 * TimelineCounts::kMostThreads;
  std::vector<Told> samples(1 + random() % 200);
  for (Told &one : samples)
    one = {(std::uint64_t{1} << 50) + (random() >> (64 - bits)),
           static_cast<std::uint32_t>(random() % threads), random() % 2 == 0};
  return samples;
}

TEST(TimelineCounts, MergingPartsGivesWhatAddingAllGives) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 300; ++round) {
    const std::vector<Told> samples = randomSamples(random);
    TimelineCounts whole;
    std::vector<TimelineCounts> parts(3);
    for (const Told &one : samples) {
      addTo(whole, one);
      addTo(parts[random() % parts.size()], one);
    }
    TimelineCounts merged = parts[2];
    merged.merge(parts[0]);
    merged.merge(parts[1]);
    ASSERT_EQ(contentOf(merged), contentOf(whole)) << "round " << round;
    ASSERT_EQ(merged.more(), whole.more());
    ASSERT_EQ(std::tuple(merged.begin(), merged.span(), merged.spans()),
              std::tuple(whole.begin(), whole.span(), whole.spans()));
  }
}

TEST(TimelineCounts, SpansAreAsShortAsTheSamplesAllow) {
  TimelineCounts counts;
  counts.add(1000, 1, 1, {1, 0});
  EXPECT_EQ(counts.span(), 1U);
  counts.add(1063, 1, 1, {1, 0});
  EXPECT_EQ(counts.span(), 1U);
  counts.add(900, 1, 1, {1, 0});
  EXPECT_EQ(counts.span(), 4U);
  EXPECT_EQ(counts.begin(), 900U);
  EXPECT_LE(counts.spans(), TimelineCounts::kSpans);
}

TEST(TimelineCounts, ThreadsBeyondTheLimitAreCountedAside) {
  TimelineCounts counts;
  for (std::uint32_t tid = 0; tid < TimelineCounts::kMostThreads + 3; ++tid)
    counts.add(5, 1, tid, {1, 1});
  EXPECT_EQ(counts.rows().size(), TimelineCounts::kMostThreads);
  EXPECT_EQ(counts.more(), 6U);
}

TEST(TimelineCounts, ExtremeTimesFit) {
  TimelineCounts counts;
  counts.add(UINT64_MAX, 1, 1, {1, 0});
  counts.add(1, 1, 1, {0, 1});
  EXPECT_EQ(contentOf(counts).size(), 2U);
}

} // namespace timelineCountsTest
} // namespace fsfind::lines
