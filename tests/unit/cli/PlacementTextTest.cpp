// The text of `fsfind placement`.
#include "cli/report/PlacementReport.h"
#include "cli/report/text/NodeColumns.h"
#include "rules/placement/Judge.h"
#include "tests/support/PlacementBuilder.h"

#include <gmock/gmock.h>

namespace fsfind::report {

using test::kMebi;
using test::twoNodes;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

namespace placementTextTest {

std::string textOf(const Placement &look, bool all = false, const cli::Traits &traits = {}) {
  return placementText({look, judgePlacement(look)}, traits, all);
}

TEST(PlacementText, TellsMemoryObjectsAndThreadsByNode) {
  const std::string text = textOf(twoNodes());
  EXPECT_THAT(text, HasSubstr("fsfind placement: process 4711 (solver)"));
  EXPECT_THAT(text, HasSubstr("16 MiB present: node 0 100.0%"));
  EXPECT_THAT(text, HasSubstr("node 1, CPUs 4-7, 8 GiB (7.8 GiB free)"));
  EXPECT_THAT(text, ContainsRegex("variables \\(\\.bss\\) +1 +16 MiB +100.0% +0.0%"));
  EXPECT_THAT(text, ContainsRegex("grid +16 MiB +100.0% +100.0% +0.0% +default +.*solver.c:12"));
  EXPECT_THAT(text, ContainsRegex("worker +2 +1 +4 +10.0 +any node"));
  EXPECT_THAT(text, HasSubstr("[touch-in-parallel]"));
  EXPECT_THAT(text, HasSubstr("| numactl --interleave=all ./program"));
}

TEST(PlacementText, SmallObjectsAndMappingsAreShownOnRequest) {
  Placement look = twoNodes();
  look.objects.push_back(test::variable("small", 0x20000000, 8192, {{1, 2}}));
  EXPECT_THAT(textOf(look), HasSubstr("and 1 smaller one; -v shows all"));
  EXPECT_THAT(textOf(look), Not(HasSubstr("8 KiB")));
  EXPECT_THAT(textOf(look, true), ContainsRegex("small +8 KiB +100.0% +0.0% +100.0%"));
  EXPECT_THAT(textOf(look, true), HasSubstr("0x10000000"));
}

TEST(PlacementText, ManyNodesHaveOneColumn) {
  Placement look = twoNodes();
  ByNode on;
  for (std::uint32_t node = 0; node < 8; ++node) {
    if (node > 1)
      look.nodes.push_back({node, {node * 4}, 0, 0});
    on[node] = (node + 1) * kMebi;
  }
  look.regions = {test::region(RegionKind::Heap, 0x10000000, 64 * kMebi, on)};
  EXPECT_THAT(textOf(look), HasSubstr("node 7 22.2%, node 6 19.4%, node 5 16.7%, node 4 13.9%, 4 "
                                      "more"));
}

TEST(PlacementText, WhatIsUnknownIsNotMadeUp) {
  Placement look = twoNodes();
  look.objects.front().pages = {4096, 0, {}, 0, 0};
  look.threads.front().node = CpuParts::kNone;
  look.threads.front().allowed.clear();
  look.balancing.reset();
  look.huge_pages.clear();
  look.regions.clear();
  const std::string text = textOf(look);
  EXPECT_THAT(text, HasSubstr("none is present"));
  EXPECT_THAT(text, ContainsRegex("grid +16 MiB +\\? +default"));
  EXPECT_THAT(text, ContainsRegex("solver +1 +\\? "));
  EXPECT_THAT(text, HasSubstr("not known whether the kernel moves pages"));
}

TEST(PlacementText, ControlCharactersOfNamesAreNotPassedOn) {
  Placement look = twoNodes();
  look.name = look.threads.front().name = "a\033[31mb";
  look.command = {"./\033x"};
  look.objects.front().object.name = "c\033d";
  EXPECT_THAT(textOf(look), Not(HasSubstr("\033")));
  EXPECT_THAT(textOf(look, false, {.color = true}), HasSubstr("\033[1m"));
}

TEST(PlacementText, MemoryIsToldInTheUnitThatSuitsIt) {
  EXPECT_EQ(memoryText(0), "0 B");
  EXPECT_EQ(memoryText(4096), "4 KiB");
  EXPECT_EQ(memoryText(kMebi * 3 / 2), "1.5 MiB");
  EXPECT_EQ(memoryText(4 * kMebi + 8), "4 MiB");
  EXPECT_EQ(memoryText(1000 * kMebi + 1), "1000 MiB");
  EXPECT_EQ(memoryText(UINT64_MAX), "16777216 TiB");
}

} // namespace placementTextTest

} // namespace fsfind::report
