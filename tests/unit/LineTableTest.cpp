#include "c2c-ingest/lines/LineTable.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace fsfind::lines {
namespace {

constexpr std::uint64_t kLocalHitm = 0x800842; // load, HIT|L3, snoop HITM
constexpr std::uint64_t kL1Hit = 0x100142;      // load, HIT|L1, snoop none
constexpr std::uint64_t kStore = 0x80144;       // store, HIT|L1, snoop not available

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

/// One sample as a cell.
class Samples {
public:
  explicit Samples(std::vector<perf::SideEvent> maps) : spaces(maps) {}

  Samples &add(std::uint64_t address, std::uint64_t source, std::uint32_t tid,
               std::uint32_t pid = kPid, std::uint64_t count = 1) {
    CellKey key;
    key.address = address;
    key.ip = 0x400000 + tid;
    key.data_source = source;
    key.pid = pid;
    key.tid = tid;
    key.cpu = tid;
    key.mode = static_cast<std::uint32_t>(perf::CpuMode::User);
    perf::MappingLookup lookup(spaces);
    key.data_mapping = lookup.find(pid, perf::CpuMode::User, address, 1);
    key.code_mapping = lookup.find(pid, perf::CpuMode::User, key.ip, 1);
    table.add(key, count, 100 * count, 1000 * count);
    return *this;
  }

  Profile build(std::uint32_t line_size = 64) {
    Profile profile;
    NameTables names;
    buildLines(table.release(), spaces, line_size, names, profile);
    return profile;
  }

  perf::AddressSpaces spaces;
  CellTable table;
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
  EXPECT_EQ(profile.line_count, 2U);
  EXPECT_EQ(profile.shared_line_count, 1U);
  EXPECT_EQ(profile.totals.load, 8U);
  EXPECT_EQ(profile.samples, 11U);
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
  EXPECT_EQ(profile.totals.st_noadrs, 100U);
}

/// Law: however samples are dealt to workers, the merged profile is the same.
TEST(LineTable, CountingIsIndependentOfHowSamplesAreDealtToWorkers) {
  constexpr int kSamples = 5000;
  const auto profileOf = [](std::size_t workers) {
    std::mt19937_64 random(1);
    std::vector<Samples *> dealt;
    std::vector<std::unique_ptr<Samples>> owned;
    for (std::size_t i = 0; i < workers; ++i) {
      owned.push_back(
          std::make_unique<Samples>(std::vector<perf::SideEvent>{map(kPid, 0x10000, "//anon")}));
      dealt.push_back(owned.back().get());
    }
    constexpr std::uint64_t kSources[] = {kLocalHitm, kL1Hit, kStore};
    for (int i = 0; i < kSamples; ++i) {
      const std::uint64_t draw = random();
      dealt[(draw >> 32) % workers]->add(0x10000 + (draw % 512) * 8, kSources[(draw >> 16) % 3],
                                         static_cast<std::uint32_t>((draw >> 24) % 4));
    }
    for (std::size_t i = 1; i < workers; ++i)
      dealt[0]->table.merge(dealt[i]->table);
    return dealt[0]->build();
  };
  const Profile one = profileOf(1), five = profileOf(5);
  EXPECT_EQ(one.totals, five.totals);
  EXPECT_EQ(one.shared, five.shared);
  ASSERT_EQ(one.lines.size(), five.lines.size());
  for (std::size_t i = 0; i < one.lines.size(); ++i) {
    EXPECT_EQ(one.lines[i].address, five.lines[i].address);
    EXPECT_EQ(one.lines[i].counters, five.lines[i].counters);
    EXPECT_EQ(one.lines[i].accesses.size(), five.lines[i].accesses.size());
  }
}

TEST(LineTable, AccessesSumToTheCountersOfTheirLineAndLinesToTheShared) {
  Samples samples({map(kPid, 0x10000, "//anon")});
  std::mt19937_64 random(2);
  constexpr std::uint64_t kSources[] = {kLocalHitm, kL1Hit, kStore};
  for (int i = 0; i < 3000; ++i)
    samples.add(0x10000 + (random() % 256) * 8, kSources[random() % 3],
                static_cast<std::uint32_t>(random() % 4));
  const Profile profile = samples.build();
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

} // namespace
} // namespace fsfind::lines
