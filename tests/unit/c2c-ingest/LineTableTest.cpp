#include "c2c-ingest/lines/LineTable.h"
#include "c2c-ingest/lines/LineSurvey.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace fsfind::lines {
namespace lineTableTest {

constexpr std::uint64_t kLocalHitm = 0x800842; // load, HIT|L3, snoop HITM
constexpr std::uint64_t kL1Hit = 0x100142;     // load, HIT|L1, snoop none
constexpr std::uint64_t kStore = 0x80144;      // store, HIT|L1, snoop not available

constexpr std::uint32_t kPid = 10;

perf::SideEvent map(std::uint32_t pid, std::uint64_t address, std::string file,
                    std::uint64_t inode = 0, std::uint32_t flags = 2) {
  perf::MmapEvent event;
  event.pid = event.tid = pid;
  event.address = address;
  event.length = 0x10000;
  event.file = std::move(file);
  event.inode = inode;
  event.flags = flags;
  return {0, event};
}

/// Samples on their way through survey, cells and lines, as workers share them out.
class Samples {
public:
  explicit Samples(std::vector<perf::SideEvent> maps) : spaces(maps) {}

  Samples &add(std::uint64_t address, std::uint64_t source, std::uint32_t tid,
               std::uint32_t pid = kPid, std::uint64_t count = 1) {
    PlacedSample placed;
    placed.sample.address = address;
    placed.sample.ip = 0x400000 + tid;
    placed.sample.data_source = source;
    placed.sample.pid = pid;
    placed.sample.tid = tid;
    placed.sample.cpu = tid;
    placed.sample.weight = 100;
    placed.sample.period = 10;
    placed.sample.mode = perf::CpuMode::User;
    perf::MappingLookup lookup(spaces);
    placed.data_mapping = lookup.find(pid, perf::CpuMode::User, address, 1);
    placed.code_mapping = lookup.find(pid, perf::CpuMode::User, placed.sample.ip, 1);
    samples.insert(samples.end(), count, placed);
    return *this;
  }

  Profile build(std::uint32_t line_size = 64, std::size_t workers = 1) const {
    const LineKeys keys(spaces, line_size);
    std::vector<LineSurvey> surveys(workers);
    for (std::size_t i = 0; i < samples.size(); ++i)
      surveys[i * 7 % workers].add(samples[i], keys);
    for (std::size_t i = 1; i < workers; ++i)
      surveys[0].merge(std::move(surveys[i]));
    Profile profile;
    NameTables names;
    CountOptions two_threads;
    two_threads.threads = 2;
    buildLines(collect(surveys[0], keys, workers), {}, histories(surveys[0], keys, workers),
               surveys[0].sources(), keys, spaces, two_threads, names, profile);
    return profile;
  }

  perf::AddressSpaces spaces;
  std::vector<PlacedSample> samples;
  perf::AllocationLog log;

private:
  static LineKey keyOf(const PlacedSample &placed, const LineKeys &keys) {
    const perf::Sample &sample = placed.sample;
    return keys.of(sample.address, placed.data_mapping, sample.mode, sample.pid);
  }
  static std::uint32_t numberOf(const PlacedSample &placed, const LineSurvey &survey) {
    return survey.sources().find(placed.sample.data_source, placed.facts());
  }
  LineHistories histories(const LineSurvey &survey, const LineKeys &keys,
                          std::size_t workers) const {
    const std::vector<LineKey> lines = survey.interestingLines();
    std::vector<LineHistories> parts(workers, LineHistories(lines.size()));
    for (std::size_t i = 0; i < samples.size(); ++i)
      for (std::size_t line = 0; line < lines.size(); ++line)
        if (lines[line] == keyOf(samples[i], keys))
          parts[i * 7 % workers][line].add(samples[i],
                                           survey.sources()[numberOf(samples[i], survey)], false);
    for (std::size_t i = 1; i < workers; ++i)
      merge(parts[0], parts[i]);
    return parts[0];
  }
  CellParts collect(const LineSurvey &survey, const LineKeys &keys, std::size_t workers) const {
    const std::vector<LineKey> lines = survey.interestingLines();
    const BlockTable blocks(log);
    std::vector<CellTable> tables(workers);
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const auto line = std::lower_bound(lines.begin(), lines.end(), keyOf(samples[i], keys));
      if (line == lines.end() || *line != keyOf(samples[i], keys))
        continue;
      const perf::Sample &sample = samples[i].sample;
      Cell cell = cellOf(samples[i], static_cast<std::uint32_t>(line - lines.begin()),
                         numberOf(samples[i], survey),
                         blocks.find(sample.pid, sample.address, sample.time));
      tables[i * 7 % workers].add(cell);
    }
    CellParts parts;
    for (CellTable &table : tables)
      parts.push_back(table.release());
    return parts;
  }
};

TEST(LineTable, ALineWithHitmIsKeptWithItsAccesses) {
  Samples samples({map(kPid, 0x10000, "//anon")});
  samples.add(0x10008, kLocalHitm, 1, kPid, 5).add(0x10008, kL1Hit, 1, kPid, 2);
  samples.add(0x10010, kStore, 2, kPid, 3).add(0x10040, kL1Hit, 1);
  const Profile profile = samples.build();
  ASSERT_EQ(profile.lines.size(), 1U);
  const Line &line = profile.lines[0];
  EXPECT_EQ(line.address, 0x10000U);
  EXPECT_EQ(line.counters.lcl_hitm, 5U);
  EXPECT_EQ(line.counters.tableRecords(), 10U);
  ASSERT_EQ(line.accesses.size(), 2U) << "data sources of one access are folded";
  EXPECT_EQ(line.accesses[0].offset, 8U);
  EXPECT_EQ(line.accesses[0].count, 7U);
  EXPECT_EQ(line.accesses[0].lcl_hitm, 5U);
  EXPECT_EQ(line.accesses[0].latency, 700U);
  EXPECT_EQ(line.accesses[0].hitm_latency, 500U);
  EXPECT_EQ(line.accesses[1].kind, AccessKind::Store);
  EXPECT_EQ(profile.shared_line_count, 1U);
}

TEST(LineTable, ALineHasTheTimesOfItsStoresAndOfItsContention) {
  Samples samples({map(kPid, 0x10000, "//anon")});
  samples.add(0x10008, kStore, 1, kPid, 3).add(0x10008, kLocalHitm, 2, kPid, 3);
  samples.add(0x10048, kLocalHitm, 2);
  for (std::size_t i = 0; i < samples.samples.size(); ++i)
    samples.samples[i].sample.time = 100 + i;
  for (const std::size_t workers : {1U, 4U}) {
    const Profile profile = samples.build(64, workers);
    ASSERT_EQ(profile.lines.size(), 2U);
    const LineTimes &times = profile.lines[0].times;
    EXPECT_EQ(times.first_store, 100U);
    EXPECT_EQ(times.last_store, 102U);
    EXPECT_EQ(times.first_contended, 103U);
    EXPECT_EQ(times.last_contended, 105U);
    EXPECT_GT(profile.lines[1].times.first_store, profile.lines[1].times.last_store) << "no store";
    EXPECT_FALSE(profile.lines[0].transfers) << "hardware does not tell";
  }
}

TEST(LineTable, WhatIsSetBeforeOthersComeIsNoWriteThatTheyMeet) {
  Samples samples({map(kPid, 0x10000, "//anon")});
  samples.add(0x10008, kStore, 1, kPid, 3);
  for (int round = 0; round < 40; ++round)
    samples.add(0x10010, kStore, 2).add(0x10008, kLocalHitm, 3);
  for (std::size_t i = 0; i < samples.samples.size(); ++i)
    samples.samples[i].sample.time = 100 + i;
  for (const std::size_t workers : {1U, 4U}) {
    const Profile profile = samples.build(64, workers);
    for (const Access &access : profile.lines.front().accesses)
      EXPECT_EQ(access.sets, access.kind == AccessKind::Store && access.offset == 8U);
  }
  for (PlacedSample &placed : samples.samples)
    placed.sample.time = 0;
  const Profile timeless = samples.build();
  for (const Access &access : timeless.lines.front().accesses)
    EXPECT_FALSE(access.sets) << "nothing tells the order";
}

TEST(LineTable, AnAddressHasATargetForEachBlockThatItBelongedTo) {
  Samples samples({map(kPid, 0x10000, "//anon")});
  samples.add(0x10008, kLocalHitm, 1, kPid, 4);
  for (std::size_t i = 0; i < samples.samples.size(); ++i)
    samples.samples[i].sample.time = 100 + 10 * i;
  EXPECT_EQ(samples.build().lines.front().accesses.size(), 1U);
  samples.log = {{kPid, 0x10000, 32, 100, 115, 7}, {kPid, 0x10000, 64, 116, 125, 8}};
  const Profile profile = samples.build();
  std::map<std::uint32_t, std::uint64_t> counts;
  for (const Access &access : profile.lines.front().accesses)
    counts[access.target.value()] += access.count;
  EXPECT_EQ(counts.size(), 3U) << "two blocks, and a time without one";
  EXPECT_EQ(profile.lines.front().counters.lcl_hitm, 4U);
}

TEST(LineTable, WhatTheSimulatorKnowsIsAddedUp) {
  using record::Miss;
  Samples samples({map(kPid, 0x10000, "//anon")});
  samples.add(0x10008, kLocalHitm, 1, kPid, 6).add(0x10008, kStore, 1);
  const Miss misses[] = {Miss::Essential, Miss::Useless, Miss::Useless,  Miss::Useless,
                         Miss::Useless,   Miss::Unknown, Miss::Essential};
  for (std::size_t i = 0; i < samples.samples.size(); ++i)
    samples.samples[i].simulated = {misses[i], 1U << i, i >= 4};
  const Profile profile = samples.build(64, 3);
  ASSERT_EQ(profile.lines.size(), 1U);
  const Line &line = profile.lines[0];
  EXPECT_EQ(line.transfers, 64U);
  ASSERT_EQ(line.accesses.size(), 2U);
  const bool store_first = line.accesses[0].kind == AccessKind::Store;
  const Access &load = line.accesses[store_first ? 1 : 0];
  const Access &store = line.accesses[store_first ? 0 : 1];
  EXPECT_EQ(load.essential, 1U);
  EXPECT_EQ(load.useless, 4U);
  EXPECT_EQ(load.contended, 6U);
  EXPECT_EQ(load.spins, 2U);
  EXPECT_EQ(store.essential, 0U) << "only of contended samples";
  EXPECT_EQ(store.spins, 0U);
  EXPECT_EQ(line.counters.lcl_hitm, 6U);
}

TEST(LineTable, StoresByTwoThreadsToDifferentBytesAreEvidenceWithoutHitm) {
  Samples samples({map(kPid, 0x10000, "//anon")});
  samples.add(0x10000, kStore, 1, kPid, 20).add(0x10008, kStore, 2, kPid, 20);
  samples.add(0x10040, kStore, 1, kPid, 20).add(0x10048, kStore, 1, kPid, 20);
  const Profile profile = samples.build();
  ASSERT_EQ(profile.lines.size(), 1U) << "one thread alone is no contention";
  EXPECT_EQ(profile.lines[0].address, 0x10000U);
  EXPECT_EQ(profile.shared_line_count, 0U);
}

TEST(LineTable, PrivateMemoryAtOneAddressInTwoProcessesIsTwoLines) {
  Samples samples({map(kPid, 0x10000, "//anon"), map(11, 0x10000, "//anon")});
  samples.add(0x10000, kLocalHitm, 1, kPid).add(0x10000, kLocalHitm, 2, 11);
  EXPECT_EQ(samples.build().lines.size(), 2U);
}

TEST(LineTable, AFileMappedByTwoProcessesIsOneLine) {
  Samples samples({map(kPid, 0x10000, "/lib/x.so", 77), map(11, 0x50000, "/lib/x.so", 77)});
  samples.add(0x10000, kLocalHitm, 1, kPid).add(0x50000, kLocalHitm, 2, 11);
  const Profile profile = samples.build();
  ASSERT_EQ(profile.lines.size(), 1U);
  EXPECT_EQ(profile.lines[0].counters.lcl_hitm, 2U);
}

TEST(LineTable, SharedAnonymousMemoryIsOneLineAcrossProcesses) {
  constexpr std::uint32_t kMapShared = 1;
  Samples samples({map(kPid, 0x10000, "/dev/zero", 0, kMapShared),
                   map(11, 0x10000, "/dev/zero", 0, kMapShared)});
  samples.add(0x10000, kLocalHitm, 1, kPid).add(0x10000, kLocalHitm, 2, 11);
  EXPECT_EQ(samples.build().lines.size(), 1U);
}

TEST(LineTable, UnmappedAddressesAreMergedAcrossProcessesAsPerfDoes) {
  Samples samples({});
  samples.add(0x10000, kLocalHitm, 1, kPid).add(0x10000, kLocalHitm, 2, 11);
  EXPECT_EQ(samples.build().lines.size(), 1U);
}

TEST(LineTable, LinesComeInPerfsTieOrder) {
  Samples samples({map(kPid, 0x10000, "//anon"), map(9, 0x20000, "//anon"),
                   map(kPid, 0x40000, "/bin/prog", 5)});
  samples.add(0x99000, kLocalHitm, 1, kPid); // unmapped: last
  samples.add(0x40000, kLocalHitm, 1, kPid); // has an inode: behind memory without
  samples.add(0x10040, kLocalHitm, 1, kPid).add(0x10000, kLocalHitm, 1, kPid);
  samples.add(0x20000, kLocalHitm, 1, 9);
  std::vector<std::uint64_t> order;
  for (const Line &line : samples.build().lines)
    order.push_back(line.address);
  EXPECT_EQ(order, (std::vector<std::uint64_t>{0x20000, 0x10000, 0x10040, 0x40000, 0x99000}));
}

TEST(LineTable, TheLineSizeIsAParameter) {
  Samples samples({map(kPid, 0x10000, "//anon")});
  samples.add(0x10000, kLocalHitm, 1).add(0x10040, kStore, 2, kPid, 9);
  const Profile profile = samples.build(128);
  ASSERT_EQ(profile.lines.size(), 1U);
  EXPECT_EQ(profile.lines[0].accesses.back().offset, 0x40U);
}

TEST(LineTable, AddressZeroIsCountedButNoLine) {
  Samples samples({});
  samples.add(0, kStore, 1, kPid, 50).add(0, kStore, 2, kPid, 50);
  const Profile profile = samples.build();
  EXPECT_TRUE(profile.lines.empty());
}

Samples randomSamples(std::uint64_t seed, std::uint64_t words) {
  Samples samples({map(kPid, 0x10000, "//anon")});
  std::mt19937_64 random(seed);
  constexpr std::uint64_t kSources[] = {kLocalHitm, kL1Hit, kStore};
  constexpr int kCount = 5000;
  for (int i = 0; i < kCount; ++i)
    samples.add(0x10000 + (random() % words) * 8, kSources[random() % 3],
                static_cast<std::uint32_t>(random() % 4));
  return samples;
}

/// Law: however samples are dealt to workers, the merged lines are the same.
TEST(LineTable, CountingIsIndependentOfHowSamplesAreDealtToWorkers) {
  const Samples samples = randomSamples(1, 512);
  const Profile one = samples.build(64, 1), five = samples.build(64, 5);
  EXPECT_EQ(one.shared, five.shared);
  ASSERT_EQ(one.lines.size(), five.lines.size());
  for (std::size_t i = 0; i < one.lines.size(); ++i) {
    EXPECT_EQ(one.lines[i].address, five.lines[i].address);
    EXPECT_EQ(one.lines[i].counters, five.lines[i].counters);
    ASSERT_EQ(one.lines[i].accesses.size(), five.lines[i].accesses.size());
    for (std::size_t k = 0; k < one.lines[i].accesses.size(); ++k)
      EXPECT_EQ(one.lines[i].accesses[k].count, five.lines[i].accesses[k].count);
  }
}

TEST(LineTable, AccessesSumToTheCountersOfTheirLineAndLinesToTheShared) {
  const Profile profile = randomSamples(2, 256).build();
  C2cCounters shared;
  for (const Line &line : profile.lines) {
    shared += line.counters;
    std::uint64_t count = 0, hitm = 0;
    for (const Access &access : line.accesses) {
      count += access.count;
      hitm += access.lcl_hitm;
    }
    EXPECT_EQ(count, line.samples);
    EXPECT_EQ(hitm, line.counters.lcl_hitm);
  }
  EXPECT_EQ(shared, profile.shared);
}

TEST(CellTable, KeepsSumsAndHasEachKeyOnce) {
  CellTable table;
  std::uint64_t latency = 0;
  std::mt19937_64 random(3);
  for (int i = 0; i < 1000; ++i) {
    Cell cell;
    cell.line = static_cast<std::uint32_t>(random() % 3);
    cell.tid = static_cast<std::uint32_t>(random() % 5);
    cell.count = 1;
    cell.latency = random() % 100;
    latency += cell.latency;
    table.add(cell);
  }
  const std::vector<Cell> cells = table.release();
  EXPECT_EQ(cells.size(), 15U);
  std::uint64_t count = 0;
  for (const Cell &cell : cells) {
    count += cell.count;
    latency -= cell.latency;
  }
  EXPECT_EQ(count, 1000U);
  EXPECT_EQ(latency, 0U);
}

} // namespace lineTableTest
} // namespace fsfind::lines
