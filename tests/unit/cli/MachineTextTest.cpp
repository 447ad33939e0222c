// The text of `fsfind machine`.
#include "cli/report/MachineReport.h"
#include "cli/report/text/TransferMatrix.h"
#include "rules/measured/machine/CpuGroups.h"
#include "tests/support/MachineBuilder.h"

#include <gmock/gmock.h>

#include <sstream>

namespace fsfind::report {

using test::twoSockets;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

namespace machineTextTest {

/// Without a locale, tables escape what is not ASCII.
constexpr cli::Traits kAscii = {.utf8 = false};

std::string textOf(const MachineMap &map, const cli::Traits &traits = {.utf8 = true}) {
  return machineText(map, cpuGroups(map), traits);
}

TEST(MachineText, TellsPricesAndGroups) {
  const std::string text = textOf(twoSockets(2));
  EXPECT_THAT(text, HasSubstr("fsfind machine: Composed CPU"));
  EXPECT_THAT(text, HasSubstr("16 (0-15), 2 nodes, L3 of 16 MiB, lines of 64 bytes"));
  EXPECT_THAT(text, testing::ContainsRegex("other socket +64 +150\\.0 +150\\.0 to 150\\.0"));
  EXPECT_THAT(text, HasSubstr("4 groups of CPUs, 25 ns within and 90 ns between: {0-3} {4-7} "
                              "{8-11} {12-15}; they are the L3 caches"));
}

TEST(MachineText, RowsHaveTheLineAtHome) {
  MachineMap map = twoSockets();
  Transfer away = map.transfers.back();
  away.a = 0;
  away.b = 7;
  away.home = 1;
  away.ns.value = {210, 200, 220, 5};
  map.transfers.push_back(away);
  std::istringstream text(textOf(map));
  std::string row;
  std::string rows[2];
  while (std::getline(text, row))
    if (row.starts_with("      0 ") || row.starts_with("      7 "))
      rows[row[6] == '7'] = row;
  EXPECT_THAT(rows[0], Not(HasSubstr("210")));
  EXPECT_THAT(rows[1], HasSubstr("  210"));
}

TEST(MachineText, ManyCpusAreSignsInsteadOfNumbers) {
  const MachineMap map = twoSockets(2);
  cli::Traits narrow;
  narrow.width = cli::kMinWidth;
  const std::string text = textOf(map, narrow);
  EXPECT_THAT(text, HasSubstr("\n      0  .==%%%%@@@@@@@@\n"));
  EXPECT_THAT(text, HasSubstr("\n     15 @@@@@@@@%%%%==.\n"));
  EXPECT_THAT(text, HasSubstr(". from 8"));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    EXPECT_LE(line.size(), cli::kMinWidth) << line;
}

TEST(MachineText, MarksWhatWasDisturbedOrNotMeasured) {
  MachineMap map = twoSockets();
  map.transfers[0].ns.disturbance = Disturbance::Hypervisor;
  map.transfers[2].ns.disturbance = map.transfers[3].ns.disturbance = Disturbance::OtherWork;
  map.transfers[1].ns = {.gap = Gap::NoTime};
  map.left_out = 1;
  map.notes = {"one \x1b[31mnote"};
  const std::string text = textOf(map);
  EXPECT_THAT(text, HasSubstr("25.0░!"));
  EXPECT_THAT(text, HasSubstr("    ?"));
  EXPECT_THAT(text, HasSubstr("1 cell marked !: the hypervisor"));
  EXPECT_THAT(text, HasSubstr("2 cells marked !: other work"));
  EXPECT_THAT(text, HasSubstr("no time was left for 1 cell (?): allow more with --time"));
  EXPECT_THAT(text, AllOf(HasSubstr("one ?[31mnote"), Not(HasSubstr("\x1b"))));
}

TEST(MachineText, ShowsMemoryWithARowForEachThreadsAndPages) {
  MachineMap map = twoSockets();
  map.latencies = {{0, 1, PageKind::Huge, true, {{120, 110, 130, 9}, Disturbance::OtherWork}},
                   {0, 0, PageKind::Small, false, {.gap = Gap::NoTime}}};
  for (const auto &[streaming, gb_per_s] :
       {std::pair{Streaming::Read, 30.0}, {Streaming::Triad, 20.0}})
    for (const std::uint32_t threads : {1U, 4U})
      map.bandwidths.push_back(
          {streaming, threads, 0, 0, PageKind::Small, {{gb_per_s, 19, 31, 5}}});
  map.bandwidths.push_back({Streaming::Write, 4, 0, 0, PageKind::Small, {.gap = Gap::NoTime}});
  const std::string text = textOf(map, kAscii);
  EXPECT_THAT(text, testing::ContainsRegex("0 +node 1 +huge +read it, too +120\\.0!"));
  EXPECT_THAT(text, testing::ContainsRegex("0 +node 0 +small +idle +\\? +\\?\n"));
  EXPECT_THAT(text, testing::ContainsRegex("4 +node 0 +node 0 +small +30\\.0 +\\? +20\\.0"));
  EXPECT_THAT(text, testing::ContainsRegex("1 +node 0 +node 0 +small +30\\.0 +- +20\\.0"))
      << "what is not to be measured is no gap";
  EXPECT_THAT(text, HasSubstr("node 0, small pages: 1 thread reaches nearly the best triad, "
                              "20.0 GB/s"));
  EXPECT_THAT(text, Not(HasSubstr("huge pages:")));
}

TEST(MachineText, LinesOnAThirdNodeAreARowOfTheirOwn) {
  MachineMap map = twoSockets();
  Transfer third = map.transfers.back();
  third.a = 0;
  third.home = 2;
  third.ns.value = {310, 300, 320, 5};
  map.transfers.push_back(third);
  const std::string text = textOf(map, kAscii);
  EXPECT_THAT(text, testing::ContainsRegex("other socket, line on a third node +1 +310\\.0"));
  EXPECT_THAT(text, Not(HasSubstr("  310 "))) << "the matrix has the line with the row's CPU";
}

TEST(MachineText, ShowsStorageByHowNearItIs) {
  MachineMap map = twoSockets();
  map.storage = StorageTimes{"/da\x1bta", 1, true, 512U << 20, {}};
  map.storage->nodes = {
      {0, 3, {{2.5, 2, 3, 3}}, {{2.1, 2, 3, 3}}, {{20, 19, 21, 9}}, {.gap = Gap::NoTime}},
      {.cpu_node = 1, .alone = {{3.5, 3, 4, 3}, Disturbance::OtherWork}}};
  const std::string text = textOf(map, kAscii);
  EXPECT_THAT(text, HasSubstr("/da?ta, a file of 512 MiB, read past the page cache"));
  EXPECT_THAT(text, testing::ContainsRegex("node 0 +far +2\\.5 +2\\.1 +3 +20\\.0 +\\?\n"));
  EXPECT_THAT(text, testing::ContainsRegex("node 1 +near +3\\.5! +- +- +- +-\n"));
  EXPECT_THAT(text, HasSubstr("1 cell marked !"));
  map.storage->device_node = kNoNode;
  EXPECT_THAT(textOf(map, kAscii), testing::ContainsRegex("node 0 +not known +2\\.5"));
}

TEST(MachineText, ListsCpusInRanges) {
  EXPECT_EQ(cpuList({3, 0, 1, 8}), "0-1,3,8");
  EXPECT_EQ(cpuList({}), "");
}

} // namespace machineTextTest

} // namespace fsfind::report
