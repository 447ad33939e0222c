#include "c2c-ingest/perf/AddressSpaces.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace fsfind::perf {
namespace addressSpacesTest {

constexpr std::uint32_t kPid = 10;

SideEvent map(std::uint64_t when, std::uint32_t pid, std::uint64_t address, std::uint64_t length,
              std::string file, std::uint64_t offset = 0) {
  MmapEvent event;
  event.pid = event.tid = pid;
  event.address = address;
  event.length = length;
  event.file_offset = offset;
  event.file = std::move(file);
  return {when, event};
}

/// File mapped at `address` at `when`; empty if none.
std::string fileAt(const AddressSpaces &spaces, std::uint64_t address, std::uint64_t when,
                   std::uint32_t pid = kPid, CpuMode mode = CpuMode::User) {
  return spaces.mapping(MappingLookup(spaces).find(pid, mode, address, when)).file.path;
}

TEST(AddressSpaces, EndsAreExclusiveAndGapsAreUnmapped) {
  const AddressSpaces spaces(
      {map(0, kPid, 0x1000, 0x1000, "/a"), map(0, kPid, 0x3000, 0x10, "/b")});
  EXPECT_EQ(fileAt(spaces, 0xfff, 5), "");
  EXPECT_EQ(fileAt(spaces, 0x1000, 5), "/a");
  EXPECT_EQ(fileAt(spaces, 0x1fff, 5), "/a");
  EXPECT_EQ(fileAt(spaces, 0x2000, 5), "");
  EXPECT_EQ(fileAt(spaces, 0x300f, 5), "/b");
  EXPECT_EQ(fileAt(spaces, 0x3010, 5), "");
}

TEST(AddressSpaces, ALaterMappingHidesThePartItCoversFromItsTimeOn) {
  const AddressSpaces spaces(
      {map(10, kPid, 0x1000, 0x3000, "/old"), map(20, kPid, 0x2000, 0x1000, "/new")});
  EXPECT_EQ(fileAt(spaces, 0x2500, 9), "");
  EXPECT_EQ(fileAt(spaces, 0x2500, 10), "/old");
  EXPECT_EQ(fileAt(spaces, 0x2500, 19), "/old");
  EXPECT_EQ(fileAt(spaces, 0x2500, 20), "/new");
  EXPECT_EQ(fileAt(spaces, 0x1500, 20), "/old");
  EXPECT_EQ(fileAt(spaces, 0x3500, 20), "/old");
}

TEST(AddressSpaces, EventsOutOfOrderAreAppliedByTime) {
  const AddressSpaces spaces(
      {map(20, kPid, 0x1000, 0x1000, "/second"), map(10, kPid, 0x1000, 0x1000, "/first")});
  EXPECT_EQ(fileAt(spaces, 0x1000, 15), "/first");
  EXPECT_EQ(fileAt(spaces, 0x1000, 25), "/second");
}

TEST(AddressSpaces, ExecDropsWhatWasMapped) {
  CommEvent exec{kPid, kPid, true, "next"};
  const AddressSpaces spaces({map(10, kPid, 0x1000, 0x1000, "/old"), SideEvent{20, exec},
                              map(21, kPid, 0x5000, 0x1000, "/next")});
  EXPECT_EQ(fileAt(spaces, 0x1000, 19), "/old");
  EXPECT_EQ(fileAt(spaces, 0x1000, 25), "");
  EXPECT_EQ(fileAt(spaces, 0x5000, 25), "/next");
}

TEST(AddressSpaces, AForkInheritsTheMapsOfThatMomentOnly) {
  const AddressSpaces spaces({map(10, kPid, 0x1000, 0x1000, "/before"),
                              SideEvent{20, ForkEvent{11, kPid, 11, kPid, false}},
                              map(30, kPid, 0x1000, 0x1000, "/after")});
  EXPECT_EQ(fileAt(spaces, 0x1000, 15, 11), "");
  EXPECT_EQ(fileAt(spaces, 0x1000, 40, 11), "/before");
  EXPECT_EQ(fileAt(spaces, 0x1000, 40, kPid), "/after");
}

TEST(AddressSpaces, ANewThreadAndASynthesisedForkInheritNothing) {
  const AddressSpaces spaces({map(10, kPid, 0x1000, 0x1000, "/a"),
                              SideEvent{20, ForkEvent{kPid, kPid, 12, kPid, false}},
                              SideEvent{20, ForkEvent{13, kPid, 13, kPid, true}}});
  EXPECT_EQ(fileAt(spaces, 0x1000, 40, kPid), "/a");
  EXPECT_EQ(fileAt(spaces, 0x1000, 40, 13), "");
}

TEST(AddressSpaces, KernelAddressesAreResolvedInKernelMapsInKernelModeOnly) {
  SideEvent kernel = map(0, UINT32_MAX, 0xffffffff81000000, 0x1000000, "[kernel.kallsyms]_text");
  std::get<MmapEvent>(kernel.event).mode = CpuMode::Kernel;
  const AddressSpaces spaces({kernel, map(0, kPid, 0x1000, 0x1000, "/a")});
  EXPECT_EQ(fileAt(spaces, 0xffffffff81000010, 1, kPid, CpuMode::Kernel), "[kernel.kallsyms]_text");
  EXPECT_EQ(fileAt(spaces, 0xffffffff81000010, 1, kPid, CpuMode::User), "");
  EXPECT_EQ(fileAt(spaces, 0x1000, 1, kPid, CpuMode::Kernel), "");
  EXPECT_EQ(fileAt(spaces, 0x1000, 1, kPid, CpuMode::Hypervisor), "");
}

TEST(AddressSpaces, AFileIsAddressedByOffsetAndMemoryByItself) {
  const AddressSpaces spaces({map(0, kPid, 0x401000, 0x1000, "/usr/bin/prog", 0x1000),
                              map(0, kPid, 0x7000, 0x1000, "//anon", 0x7000),
                              map(0, kPid, 0x9000, 0x1000, "[heap]")});
  MappingLookup lookup(spaces);
  const auto relative = [&](std::uint64_t address) {
    return spaces.mapping(lookup.find(kPid, CpuMode::User, address, 1)).relative(address);
  };
  EXPECT_EQ(relative(0x401040), 0x1040U);
  EXPECT_EQ(relative(0x7040), 0x7040U);
  EXPECT_EQ(relative(0x9040), 0x9040U);
}

TEST(AddressSpaces, ZeroPagesBehindAFileKnowTheFileTheyContinue) {
  const AddressSpaces spaces(
      {map(1, kPid, 0x1000, 0x1000, "/prog"), map(2, kPid, 0x2000, 0x1000, "//anon"),
       map(3, kPid, 0x3000, 0x1000, "[heap]"), map(4, kPid, 0x8000, 0x1000, "//anon")});
  MappingLookup lookup(spaces);
  const auto continued = [&](std::uint64_t address) {
    const Mapping &found = spaces.mapping(lookup.find(kPid, CpuMode::User, address, 5));
    return spaces.mapping(found.continues).file.path;
  };
  EXPECT_EQ(continued(0x2800), "/prog");
  EXPECT_EQ(continued(0x3800), "/prog") << "a heap may begin right behind the zero pages";
  EXPECT_EQ(continued(0x8800), "");
  EXPECT_EQ(continued(0x1800), "") << "a file stands for itself";
}

TEST(AddressSpaces, WhatALookupRemembersIsWhatItWouldFindAnew) {
  std::mt19937_64 random(7);
  std::vector<SideEvent> events;
  const auto draw = [&](std::uint64_t below) { return random() % below; };
  // Mappings from less than a page to many megabytes, which hide each other in the course of time.
  const auto address = [&] { return draw(64) << (10 + draw(14)); };
  for (int i = 0; i < 300; ++i)
    events.push_back(map(draw(100), 10 + static_cast<std::uint32_t>(draw(3)), address(),
                         1 + draw(std::uint64_t{1} << draw(26)), "/" + std::to_string(i)));
  const AddressSpaces spaces(events);
  MappingLookup remembers(spaces);
  std::set<std::uint32_t> met;
  for (int i = 0; i < 20'000; ++i) {
    const auto pid = 10 + static_cast<std::uint32_t>(draw(3));
    const CpuMode mode = draw(10) == 0 ? CpuMode::Kernel : CpuMode::User;
    const std::uint64_t where = address() + draw(4096), when = draw(120);
    const MappingIndex found = remembers.find(pid, mode, where, when);
    ASSERT_EQ(found, MappingLookup(spaces).find(pid, mode, where, when));
    met.insert(found.value());
  }
  EXPECT_GT(met.size(), 50U);
}

TEST(AddressSpaces, AMappingToTheEndOfTheAddressSpaceDoesNotWrap) {
  const AddressSpaces spaces({map(0, kPid, UINT64_MAX - 0xfff, UINT64_MAX, "/top")});
  EXPECT_EQ(fileAt(spaces, UINT64_MAX - 1, 1), "/top");
  EXPECT_EQ(fileAt(spaces, 0, 1), "");
}

TEST(AddressSpaces, ACraftedHistoryIsCutOffInsteadOfFillingMemory) {
  std::vector<SideEvent> events;
  constexpr std::uint64_t kMany = 6500;
  for (std::uint64_t i = 0; i < kMany; ++i) // each covers all the starts before it
    events.push_back(map(i, kPid, (kMany - i) * 0x1000, UINT64_MAX / 2, "/x"));
  const AddressSpaces spaces(events);
  EXPECT_GT(spaces.droppedChanges(), 0U);
  EXPECT_EQ(fileAt(spaces, kMany * 0x1000, kMany), "/x");
}

} // namespace addressSpacesTest
} // namespace fsfind::perf
