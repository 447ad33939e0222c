// What the kernel's files below /proc/PID say, line by line.
#include "c2c-ingest/process/ProcText.h"
#include "c2c-ingest/base/KernelList.h"
#include "c2c-ingest/process/Regions.h"

#include <gmock/gmock.h>

namespace fsfind::process {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(NumaMaps, HasPolicyFileAndPagesByNode) {
  const auto line = parseNumaMapsLine(
      "7f7a68631000 bind:0-1 file=/opt/my\\040lib.so anon=4 dirty=4 mapped=9 mapmax=12 active=0 "
      "N0=4 N1=5 kernelpagesize_kB=4");
  ASSERT_TRUE(line);
  EXPECT_EQ(line->begin, 0x7f7a68631000U);
  EXPECT_EQ(line->policy, "bind:0-1");
  EXPECT_EQ(line->file, "/opt/my lib.so");
  EXPECT_THAT(line->pages, ElementsAre(Pair(0, 4), Pair(1, 5)));
  EXPECT_EQ(line->page_bytes, 4096U);
  EXPECT_FALSE(line->heap || line->stack || line->huge);
}

TEST(NumaMaps, TellsHeapStackAndHugePages) {
  EXPECT_TRUE(parseNumaMapsLine("1000 default heap anon=4 N0=4 kernelpagesize_kB=4")->heap);
  EXPECT_TRUE(parseNumaMapsLine("1000 default stack anon=4 N0=4 kernelpagesize_kB=4")->stack);
  const auto huge = parseNumaMapsLine(
      "1000 interleave:0-3 file=/anon_hugepage\\040(deleted) huge anon=2 dirty=2 N3=2 "
      "kernelpagesize_kB=1048576");
  ASSERT_TRUE(huge);
  EXPECT_TRUE(huge->huge);
  EXPECT_EQ(huge->page_bytes, std::uint64_t{1} << 30);
  EXPECT_EQ(huge->file, "/anon_hugepage (deleted)");
}

TEST(NumaMaps, PoliciesMayHaveTwoWords) {
  EXPECT_EQ(parseNumaMapsLine("1000 weighted interleave:0-1 N0=1")->policy,
            "weighted interleave:0-1");
  const auto many = parseNumaMapsLine("1000 prefer (many)=static:0 heap N0=1");
  ASSERT_TRUE(many);
  EXPECT_EQ(many->policy, "prefer (many)=static:0");
  EXPECT_TRUE(many->heap);
  EXPECT_EQ(parseNumaMapsLine("1000 prefer:1 anon=1 N1=1")->policy, "prefer:1");
}

TEST(NumaMaps, RefusesWhatIsNoLine) {
  for (const char *text : {"", "default", "x000 default", "1000", "fffffffffffffffff default"})
    EXPECT_FALSE(parseNumaMapsLine(text)) << text;
  const auto wild = parseNumaMapsLine("1000 default N=1 Nx=2 N99999999999=3 N0=y N2=1e9 =");
  ASSERT_TRUE(wild);
  EXPECT_THAT(wild->pages, IsEmpty());
}

TEST(Maps, KeepsBlanksOfPaths) {
  const auto line = parseMapsLine("5599e393b000-5599e393d000 r-xp 00002000 fe:00 247026            "
                                  "         /opt/my tool\\012x (deleted)");
  ASSERT_TRUE(line);
  EXPECT_EQ(line->begin, 0x5599e393b000U);
  EXPECT_EQ(line->end, 0x5599e393d000U);
  EXPECT_TRUE(line->readable && line->executable && !line->writable && !line->shared);
  EXPECT_EQ(line->offset, 0x2000U);
  EXPECT_EQ(line->major, 0xfeU);
  EXPECT_EQ(line->minor, 0U);
  EXPECT_EQ(line->inode, 247026U);
  EXPECT_EQ(line->path, "/opt/my tool\nx (deleted)");
}

TEST(Maps, RefusesWhatIsNoLine) {
  for (const char *text :
       {"", "1000-2000", "2000-1000 rw-p 0 0:0 0", "1000-1000 rw-p 0 0:0 0", "1000-2000 rw 0 0:0 0",
        "1000-2000 rw-p 0 0:0 x", "1000-2000 rw-p 0 00 7", "Size: 8 kB"})
    EXPECT_FALSE(parseMapsLine(text)) << text;
}

TEST(Smaps, AddsUpHugePagesAndLeavesOutWhatIsCutOff) {
  EXPECT_THAT(parseHugeBytes("1000-2000 rw-p 00000000 00:00 0 \n"
                             "Size: 4 kB\nAnonHugePages:      2048 kB\nShmemPmdMapped: 4096 kB\n"
                             "VmFlags: rd wr \n"
                             "2000-3000 rw-p 00000000 00:00 0 [heap]\n"
                             "AnonHugePages:         0 kB\nVmFlags: rd wr \n"
                             "3000-4000 rw-p 00000000 00:00 0 \nAnonHugePages: 2048 kB\n"),
              ElementsAre(Pair(0x1000, 6U << 20), Pair(0x2000, 0)));
}

TEST(TaskStat, NamesMayHoldBracketsAndBlanks) {
  const auto stat =
      parseTaskStat("4711 (a) b) (c) R 1 1 1 0 -1 4194304 1 0 0 0 250 50 0 0 20 0 3 0 8123 "
                    "1000 10 18446744073709551615 1 1 0 0 0 0 0 0 0 0 0 0 17 5 0 0 0 0 0\n");
  ASSERT_TRUE(stat);
  EXPECT_EQ(stat->name, "a) b) (c");
  EXPECT_EQ(stat->state, 'R');
  EXPECT_EQ(stat->user_ticks, 250U);
  EXPECT_EQ(stat->system_ticks, 50U);
  EXPECT_EQ(stat->start_ticks, 8123U);
  EXPECT_EQ(stat->cpu, 5U);
  for (const char *text : {"", "4711", "4711 (x", "4711 (x)", ") ("})
    EXPECT_FALSE(parseTaskStat(text)) << text;
}

TEST(ProcText, FieldsAreWholeNames) {
  constexpr std::string_view kStatus = "Name:\tx\nVmSizeMore:\t1 kB\nVmSize:\t  12 kB\nBare\n";
  EXPECT_EQ(fieldOf(kStatus, "VmSize"), "12 kB");
  EXPECT_EQ(fieldOf(kStatus, "Vm"), "");
  EXPECT_EQ(fieldOf(kStatus, "Bare"), "");
  EXPECT_EQ(kibibytes("12 kB"), 12U << 10);
  EXPECT_EQ(kibibytes("12 MB"), std::nullopt);
  EXPECT_EQ(kibibytes("99999999999999999 kB"), std::nullopt);
  EXPECT_EQ(chosenWord("always [madvise] never\n"), "madvise");
  EXPECT_EQ(chosenWord("] [x"), "");
  EXPECT_EQ(unescaped("a\\040b\\134\\9\\04"), "a b\\\\9\\04");
}

TEST(KernelList, RefusesWhatIsNotAscendingOrTooLarge) {
  EXPECT_THAT(kernelNumbers("0-2,8"), ElementsAre(0, 1, 2, 8));
  for (const char *text : {"", "3-1", "1,1", "0-99999", "a", "0;1", "-1"})
    EXPECT_THAT(kernelNumbers(text), IsEmpty()) << text;
}

namespace procTextTest {

/// The kind of the mapping that begins at 0x4000000 (64 MiB).
RegionKind kindAmong(const std::string &maps) {
  const Regions regions =
      joinRegions({maps, "4000000 default N0=1 kernelpagesize_kB=4\n", std::nullopt,
                   "Limit                     Soft Limit           Hard Limit           Units\n"
                   "Max stack size            1048576              unlimited            bytes\n"});
  return regions.placed.empty() ? RegionKind::Kernel : regions.placed.front().kind;
}

TEST(Regions, TellsWhatMappingsAreFor) {
  const std::string anonymous = "4000000-4021000 rw-p 00000000 00:00 0 \n";
  EXPECT_EQ(kindAmong("4000000-4021000 rw-p 00000000 00:00 0 [heap]\n"), RegionKind::Heap);
  EXPECT_EQ(kindAmong("4000000-4021000 rw-p 00000000 00:00 0 [stack]\n"), RegionKind::Stack);
  EXPECT_EQ(kindAmong("4000000-4021000 rw-p 00000000 fe:00 7 /opt/x\n"), RegionKind::File);
  EXPECT_EQ(kindAmong("4000000-4021000 rw-s 00000000 00:01 7 /memfd:x (deleted)\n"),
            RegionKind::Shared);
  EXPECT_EQ(kindAmong(anonymous), RegionKind::Anonymous);
  EXPECT_EQ(kindAmong("3fff000-4000000 ---p 00000000 00:00 0 \n" + anonymous), RegionKind::Stack);
  // Joined with other memory: larger than the limit.
  EXPECT_EQ(kindAmong("3fff000-4000000 ---p 00000000 00:00 0 \n"
                      "4000000-4101000 rw-p 00000000 00:00 0 \n"),
            RegionKind::Anonymous);
  EXPECT_EQ(kindAmong("3000000-4000000 ---p 00000000 00:00 0 \n" + anonymous),
            RegionKind::Anonymous);
  EXPECT_EQ(kindAmong("3fff000-4000000 rw-p 00000000 fe:00 7 /opt/x\n" + anonymous),
            RegionKind::Variables);
  EXPECT_EQ(kindAmong(anonymous + "4021000-8000000 ---p 00000000 00:00 0 \n"), RegionKind::Arena);
  EXPECT_EQ(kindAmong(anonymous + "4021000-7000000 ---p 00000000 00:00 0 \n"),
            RegionKind::Anonymous);
}

TEST(Regions, CountsWhatCameOrWentMeanwhile) {
  const Regions regions = joinRegions({"1000-2000 rw-p 00000000 00:00 0 \n"
                                       "3000-5000 rw-p 00000000 00:00 0 \n",
                                       "1000 default N0=1 kernelpagesize_kB=4\n"
                                       "2000 default N0=1 kernelpagesize_kB=4\n"
                                       "3000 interleave:0-1 N0=1 N1=1 kernelpagesize_kB=4\n",
                                       std::nullopt, ""});
  EXPECT_EQ(regions.unmatched, 1U);
  ASSERT_EQ(regions.placed.size(), 2U);
  EXPECT_EQ(regions.placed[1].end, 0x5000U);
  EXPECT_THAT(regions.placed[1].bytes, ElementsAre(Pair(0, 4096), Pair(1, 4096)));
  EXPECT_EQ(regions.placed[1].huge_bytes, std::nullopt);
  EXPECT_EQ(regionAt(regions.placed, 0x4fff), &regions.placed[1]);
  EXPECT_EQ(regionAt(regions.placed, 0x2000), nullptr);
}

} // namespace procTextTest
} // namespace fsfind::process
