#include "c2c-ingest/record/sim/GuestMaps.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

namespace fsfind::record::sim {
namespace simGuestMapsTest {

constexpr std::string_view kMaps =
    "4000000000-4000002000 r--p 00000000 fe:01 77                             /srv/a program\n"
    "4000002000-4000006000 rw-p 00002000 fe:01 77                             /srv/a program\n"
    "4000006000-4000100000 rw-p 00000000 00:00 0 \n"
    "4000200000-4000300000 rw-s 00001000 00:05 9                              /dev/shm/x\n";

TEST(SimGuestMaps, ReadsALineOfMaps) {
  const auto map = parseMapsLine(kMaps.substr(0, kMaps.find('\n')));
  ASSERT_TRUE(map);
  EXPECT_EQ(map->start, 0x4000000000U);
  EXPECT_EQ(map->end, 0x4000002000U);
  EXPECT_EQ(map->major, 0xfeU);
  EXPECT_EQ(map->minor, 1U);
  EXPECT_EQ(map->inode, 77U);
  EXPECT_EQ(map->protection, static_cast<std::uint32_t>(PROT_READ));
  EXPECT_EQ(map->path, "/srv/a program");
  EXPECT_FALSE(parseMapsLine("4000-"));
  EXPECT_FALSE(parseMapsLine(""));
}

TEST(SimGuestMaps, LearnsEachMappingOnceAndAgainAsCode) {
  GuestMaps maps;
  EXPECT_FALSE(maps.knows(0x4000000010, false));
  ASSERT_TRUE(maps.learn(0x4000000010, false, kMaps));
  EXPECT_TRUE(maps.knows(0x4000001fff, false));
  EXPECT_FALSE(maps.knows(0x4000002000, false));
  EXPECT_FALSE(maps.knows(0x4000000010, true));
  const auto code = maps.learn(0x4000000010, true, kMaps);
  ASSERT_TRUE(code);
  EXPECT_EQ(code->protection, static_cast<std::uint32_t>(PROT_READ | PROT_EXEC));
  EXPECT_TRUE(maps.knows(0x4000000010, false));
  EXPECT_FALSE(maps.learn(0x5000000000, false, kMaps));
}

TEST(SimGuestMaps, SpeaksInTheGuestsAddresses) {
  GuestMaps maps;
  maps.setGuestBase(0x4000000000);
  const auto map = maps.learn(0x200010, false, kMaps);
  ASSERT_TRUE(map);
  EXPECT_EQ(map->start, 0x200000U);
  EXPECT_EQ(map->path, "/dev/shm/x");
  EXPECT_EQ(map->flags, static_cast<std::uint32_t>(MAP_SHARED));
}

TEST(SimGuestMaps, PartsHeapAndStackFromWhatAdjoinsThem) {
  GuestMaps maps;
  maps.setBreak(0x4000010000);
  maps.setBreak(0x4000020000);
  maps.setStack(0x4000006000, "4000040000-4000080000 rw-p 00000000 00:00 0\n");
  maps.setStack(0x4000040010, "4000040000-4000080000 rw-p 00000000 00:00 0 \n");
  const struct {
    std::uint64_t address, start, end;
    const char *path;
  } cases[] = {{0x4000006000, 0x4000006000, 0x4000010000, "//anon"},
               {0x4000010000, 0x4000010000, 0x4000020000, "[heap]"},
               {0x4000020000, 0x4000020000, 0x4000040000, "//anon"},
               {0x4000040000, 0x4000040000, 0x4000080000, "[stack]"},
               {0x4000080000, 0x4000080000, 0x4000100000, "//anon"}};
  for (const auto &expected : cases) {
    const auto map = maps.learn(expected.address, false, kMaps);
    ASSERT_TRUE(map);
    EXPECT_EQ(map->start, expected.start);
    EXPECT_EQ(map->end, expected.end);
    EXPECT_EQ(map->path, expected.path);
  }
}

TEST(SimGuestMaps, ForgetsWhatChanged) {
  GuestMaps maps;
  for (const std::uint64_t address : {0x4000000000U, 0x4000002000U, 0x4000200000U})
    maps.learn(address, false, kMaps);
  maps.forget(0x4000003000, 0x1000);
  EXPECT_TRUE(maps.knows(0x4000000000, false));
  EXPECT_FALSE(maps.knows(0x4000002000, false));
  EXPECT_TRUE(maps.knows(0x4000200000, false));
  maps.forget(0, ~0ULL);
  EXPECT_FALSE(maps.knows(0x4000200000, false));
}

} // namespace simGuestMapsTest
} // namespace fsfind::record::sim
