#include "c2c-ingest/record/ApartMemory.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

namespace fsfind::record {
namespace apartMemoryTest {

perf::SideEvent started(std::uint32_t pid) {
  return {.when = 0, .event = perf::CommEvent{.pid = pid, .tid = pid, .exec = true, .comm = "a"}};
}

perf::SideEvent forked(std::uint32_t pid, std::uint32_t parent) {
  return {.when = 0,
          .event =
              perf::ForkEvent{.pid = pid, .parent_pid = parent, .tid = pid, .parent_tid = parent}};
}

perf::SideEvent mapped(std::uint32_t pid, std::uint64_t inode, std::uint32_t protection,
                       std::uint32_t flags = MAP_SHARED) {
  perf::MmapEvent map;
  map.pid = pid;
  map.inode = inode;
  map.protection = protection;
  map.flags = flags;
  return {.when = 0, .event = map};
}

constexpr std::uint32_t kBoth = PROT_READ | PROT_WRITE;

TEST(ApartMemory, IsNotWhatForkedProcessesShare) {
  EXPECT_EQ(countMappedApart({started(1), mapped(1, 7, kBoth), forked(2, 1), mapped(2, 7, kBoth),
                              forked(3, 2), mapped(3, 7, kBoth)}),
            0U);
}

TEST(ApartMemory, IsWhatExecutedProgramsShare) {
  EXPECT_EQ(countMappedApart({started(1), forked(2, 1), started(2), mapped(2, 7, kBoth),
                              mapped(2, 8, kBoth), forked(3, 1), started(3),
                              mapped(3, 7, PROT_READ), mapped(3, 9, kBoth)}),
            1U);
}

TEST(ApartMemory, IsOnlyWhatIsSharedAndWritten) {
  EXPECT_EQ(countMappedApart({started(1), mapped(1, 7, PROT_READ), forked(2, 1), started(2),
                              mapped(2, 7, PROT_READ), mapped(1, 8, kBoth, MAP_PRIVATE),
                              mapped(2, 8, kBoth, MAP_PRIVATE)}),
            0U);
}

} // namespace apartMemoryTest
} // namespace fsfind::record
