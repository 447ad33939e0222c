// The file of `fsfind placement`: what is written is read back, and what cannot be so is refused.
#include "rules/codec/PlacementFile.h"
#include "rules/placement/Judge.h"
#include "tests/support/PlacementBuilder.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <functional>
#include <sstream>

namespace fsfind::test {
namespace placementFileTest {

using testing::HasSubstr;

using Json = nlohmann::json;

Placement fullLook() {
  Placement look = twoNodes();
  look.pages_migrated = 12;
  look.regions.front().huge_bytes = 2 * kMebi;
  look.regions.front().policy = "prefer (many):0-1";
  look.objects.front().huge_bytes = 2 * kMebi;
  look.objects.front().pages.without = 0;
  look.allocators = {{AllocatorKind::Jemalloc, "/opt/solver", "_rjem_mallctl", "_rjem_"}};
  look.traffic.emplace();
  look.traffic->path = "perf.data";
  look.traffic->same_process = true;
  look.traffic->local = 40;
  look.traffic->remote = 60;
  ObjectTraffic one;
  one.object = look.objects.front().object;
  one.local = 40;
  one.remote = 60;
  one.loads_of = {{0, 40}, {1, 60}};
  one.threads = 2;
  one.filled = {"/src/solver.c", 31, 0};
  one.filled_by = "solver";
  one.here = 0;
  look.traffic->objects.push_back(one);
  look.cost = {0.01, 0.02, 0.03, 4096};
  look.notes = {"no more is known"};
  return look;
}

std::string written(const std::vector<Placement> &looks) {
  std::vector<JudgedPlacement> judged;
  for (const Placement &look : looks)
    judged.push_back({look, judgePlacement(look)});
  std::ostringstream out;
  writePlacements(out, judged, "0.1");
  return out.str();
}

/// The error for a document whose look was changed.
std::string refused(const std::function<void(Json &)> &change) {
  Json json = Json::parse(written({fullLook()}));
  change(json["looks"][0]);
  const auto looks = parsePlacements(json.dump(), "p.json");
  return looks ? "" : looks.error().message();
}

TEST(PlacementFile, IsReadAsItWasWritten) {
  const std::vector<Placement> looks = {fullLook(), twoNodes()};
  const auto read = parsePlacements(written(looks), "p.json");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(written(*read), written(looks));
  const Placement &look = read->front();
  EXPECT_EQ(look.objects.front().pages, looks[0].objects.front().pages);
  EXPECT_EQ(look.regions.front().bytes, looks[0].regions.front().bytes);
  EXPECT_EQ(look.traffic->objects.front().loads_of, looks[0].traffic->objects.front().loads_of);
  EXPECT_EQ(look.cost, looks[0].cost);
  EXPECT_EQ((*read)[1].traffic.has_value(), false);
}

TEST(PlacementFile, WhatIsNotKnownStaysUnknown) {
  Placement look = fullLook();
  look.balancing.reset();
  look.pages_migrated.reset();
  look.regions.front().huge_bytes.reset();
  look.threads.front().cpu = kNoCpu;
  look.threads.front().node = CpuParts::kNone;
  const auto read = parsePlacements(written({look}), "p.json");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(read->front().balancing, std::nullopt);
  EXPECT_EQ(read->front().pages_migrated, std::nullopt);
  EXPECT_EQ(read->front().regions.front().huge_bytes, std::nullopt);
  EXPECT_EQ(read->front().threads.front().node, CpuParts::kNone);
}

TEST(PlacementFile, RefusesWhatCannotBe) {
  EXPECT_EQ(refused([](Json &) {}), "");
  EXPECT_THAT(refused([](Json &look) { look.erase("pid"); }),
              HasSubstr("p.json: looks[0].pid is missing"));
  EXPECT_THAT(refused([](Json &look) { look["regions"][0]["end"] = "0x1"; }),
              HasSubstr("looks[0].regions[0].end is not behind its begin"));
  EXPECT_THAT(refused([](Json &look) { look["regions"][0]["kind"] = "swap"; }),
              HasSubstr("'swap', which this release does not know"));
  EXPECT_THAT(refused([](Json &look) { look["objects"][0]["pages_by_node"][0]["pages"] = 5000; }),
              HasSubstr("too large to be true"));
  EXPECT_THAT(refused([](Json &look) { look["threads"][0]["cpu_seconds"] = 1e300; }),
              HasSubstr("too large to be true"));
  EXPECT_THAT(refused([](Json &look) { look["traffic"]["objects"][0]["here"] = 1; }),
              HasSubstr("not among the objects"));
}

TEST(PlacementFile, RefusesSumsThatCannotBe) {
  constexpr std::uint64_t kMuch = std::uint64_t{1} << 56; // alone it is taken
  const auto manyTimes = [](Json &list, const Json &one) {
    for (int i = 0; i < 3; ++i)
      list.push_back(one);
  };
  EXPECT_THAT(refused([&](Json &look) {
                Json region = look["regions"][0];
                region["bytes_by_node"] = {{{"node", 0}, {"bytes", kMuch}}};
                manyTimes(look["regions"], region);
              }),
              HasSubstr("looks[0].regions is too large in all to be true"));
  EXPECT_THAT(refused([&](Json &look) {
                Json &nodes = look["regions"][0]["bytes_by_node"];
                for (int node = 2; node < 5; ++node)
                  nodes.push_back({{"node", node}, {"bytes", kMuch}});
              }),
              HasSubstr("looks[0].regions[0].bytes_by_node is too large in all to be true"));
  EXPECT_THAT(refused([&](Json &look) {
                Json object = look["objects"][0];
                object["object"]["size"] = kMuch;
                manyTimes(look["objects"], object);
              }),
              HasSubstr("looks[0].objects is too large in all to be true"));
  EXPECT_THAT(refused([&](Json &look) {
                Json object = look["traffic"]["objects"][0];
                object["remote"] = kMuch;
                manyTimes(look["traffic"]["objects"], object);
              }),
              HasSubstr("looks[0].traffic.objects is too large in all to be true"));
}

TEST(PlacementFile, SaysWhatOtherFilesAre) {
  const auto error = [](const char *text) {
    const auto looks = parsePlacements(text, "p.json");
    return looks ? "" : looks.error().message();
  };
  EXPECT_THAT(error(""), HasSubstr("is empty"));
  EXPECT_THAT(error("{\"schema\":1,"), HasSubstr("is not whole JSON"));
  EXPECT_THAT(error("[]"), HasSubstr("is not a file of fsfind placement"));
  EXPECT_THAT(error("{\"schema\":1,\"machine\":{}}"), HasSubstr("is not a file of fsfind"));
  EXPECT_THAT(error("{\"schema\":2,\"looks\":[]}"), HasSubstr("is not in schema 1"));
  EXPECT_THAT(error("{\"schema\":1,\"looks\":{}}"), HasSubstr("looks is not an array"));
}

} // namespace placementFileTest
} // namespace fsfind::test
