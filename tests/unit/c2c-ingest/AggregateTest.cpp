// What is counted does not depend on how the work is shared out, on how many samples may be listed
// for a second look, nor on how the recording is stored.

#include "c2c-ingest/lines/Aggregate.h"
#include "tests/support/PerfDataBuilder.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <tuple>

namespace fsfind::lines {
namespace aggregateTest {

constexpr std::uint64_t kLoadL1 = 0x68100142, kLoadLocalHitm = 0x68800842, kStore = 0x68080144;
constexpr std::uint64_t kHeap = 0x10000, kLines = 600;

void addSamples(test::PerfDataBuilder &data) {
  std::mt19937_64 random(1);
  const std::uint64_t sources[] = {kLoadL1, kStore, kStore};
  for (std::uint64_t number = 1; number <= 60'000; ++number) {
    test::Sample sample;
    const std::uint64_t line = random() % kLines;
    // Every third line is contended; most of these show it only late.
    const bool shared = line % 3 == 0 && number > 50 * line;
    sample.time = 100 + number;
    sample.addr = kHeap + line * 64 + random() % 8 * 8;
    sample.ip = 0x400000 + random() % 16 * 4;
    sample.pid = 7 + line % 2;
    sample.tid = 100 + static_cast<std::uint32_t>(shared ? random() % 4 : line % 4);
    sample.cpu = sample.tid % 4;
    sample.weight = random() % 500;
    sample.phys_addr = (line << 12) + 8;
    sample.data_src =
        shared && random() % 4 == 0 ? kLoadLocalHitm : sources[random() % std::size(sources)];
    data.sample(sample);
  }
}

std::vector<std::byte> recordingOf(test::Compression kind) {
  test::PerfDataBuilder data;
  data.addEvent(test::memLoads());
  data.features().typicalMachine();
  for (const std::uint32_t pid : {7U, 8U})
    data.mmap2({.pid = pid, .tid = pid, .address = kHeap, .length = kLines * 64, .file = "//anon"},
               {.time = 1});
  if (kind != test::Compression::None)
    data.compress(kind, 20'000);
  addSamples(data);
  return data.bytes();
}

/// All that was collected, with data sources by what they mean, not by number.
struct Collected {
  using Key = std::tuple<std::uint32_t, std::uint64_t, std::uint64_t, std::uint32_t, std::uint32_t,
                         std::uint32_t, bool, bool>;
  std::map<Key, std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>> cells;
  std::vector<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>> times;
  std::vector<std::tuple<std::uint32_t, std::uint64_t>> homes;
  std::vector<LineKey> lines;
  std::uint64_t samples = 0;
  bool operator==(const Collected &) const = default;
};

Collected collect(const std::vector<std::byte> &bytes, unsigned threads,
                  std::size_t most_listed = kMostListed, bool quiet = false) {
  const auto recording = perf::Recording::fromBytes(bytes, "composed");
  EXPECT_TRUE(recording);
  const perf::AddressSpaces spaces((*recording)->sideEvents());
  const LineKeys keys(spaces, 64);
  CountOptions options;
  options.threads = threads;
  options.quiet = quiet;
  const auto all = aggregateSamples(**recording, (*recording)->allocations(), spaces, keys, options,
                                    nullptr, most_listed);
  EXPECT_TRUE(all);
  Collected collected;
  collected.lines = all->survey.interestingLines();
  for (const std::uint64_t count : all->survey.sources().samples())
    collected.samples += count;
  for (const std::vector<Cell> &part : all->cells)
    for (const Cell &cell : part) {
      const decode::DecodedSource &source = all->survey.sources()[cell.source];
      auto &[count, latency, cost] =
          collected.cells[{cell.line, cell.address, cell.ip, cell.pid, cell.tid, cell.cpu,
                           source.kind == AccessKind::Store, source.contended}];
      count += cell.count;
      latency += cell.latency;
      cost += cell.cost;
    }
  for (const LineHistory &one : all->histories)
    collected.times.emplace_back(one.times.first_store, one.times.last_store,
                                 one.times.first_contended, one.times.last_contended);
  for (const LineHome &one : all->homes)
    collected.homes.emplace_back(one.node, one.first.time);
  return collected;
}

class Aggregating : public testing::TestWithParam<test::Compression> {};
INSTANTIATE_TEST_SUITE_P(Stored, Aggregating,
                         testing::Values(test::Compression::None, test::Compression::Compressed));

TEST_P(Aggregating, GivesTheSameHoweverTheWorkIsDone) {
  const std::vector<std::byte> bytes = recordingOf(GetParam());
  const Collected expected = collect(recordingOf(test::Compression::None), 1, 0);
  EXPECT_EQ(expected.samples, 60'000U);
  EXPECT_EQ(expected.lines.size(), 200U) << "every third line";
  std::uint64_t collected = 0;
  for (const auto &[key, sums] : expected.cells)
    collected += std::get<0>(sums);
  EXPECT_NEAR(static_cast<double>(collected), 20'000, 1000) << "with those before they shared";
  for (const unsigned threads : {1U, 2U, 3U})
    for (const std::size_t most_listed : {std::size_t{0}, std::size_t{10'000}, kMostListed})
      EXPECT_EQ(collect(bytes, threads, most_listed), expected)
          << threads << " threads, " << most_listed << " listed";
}

TEST_P(Aggregating, KeepsQuietLinesIfTheyAreAskedFor) {
  const std::vector<std::byte> bytes = recordingOf(GetParam());
  const Collected expected = collect(bytes, 1, 0, true);
  EXPECT_EQ(expected.lines.size(), kLines);
  std::uint64_t collected = 0;
  for (const auto &[key, sums] : expected.cells)
    collected += std::get<0>(sums);
  EXPECT_EQ(collected, 60'000U);
  EXPECT_EQ(collect(bytes, 3, kMostListed, true), expected);
}

} // namespace aggregateTest
} // namespace fsfind::lines
