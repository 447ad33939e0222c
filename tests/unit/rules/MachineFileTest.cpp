// The file of `fsfind machine`: what is written is read back, and what cannot be so is refused.
#include "rules/codec/MachineFile.h"
#include "tests/support/MachineBuilder.h"
#include "tests/support/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace fsfind::test {
namespace machineFileTest {

using testing::AllOf;
using testing::HasSubstr;

using Json = nlohmann::json;

MachineMap fullMap() {
  MachineMap map = twoSockets();
  map.handover = Handover::Stores;
  map.seed = 7;
  map.seconds = 12.5;
  map.left_out = 3;
  map.transfers[1].ns.disturbance = Disturbance::OtherWork;
  map.transfers[2].ns = {.gap = Gap::NoTime};
  map.latencies = {{0, 1, PageKind::Huge, true, {{120, 110, 130, 9}}},
                   {0, 0, PageKind::Small, false, {.gap = Gap::NotRun}}};
  map.bandwidths = {{Streaming::Read, 4, 0, kNoNode, PageKind::Small, {{20.5, 20, 21, 5}}}};
  map.storage = StorageTimes{"/data", 1, true, 1U << 30, {}};
  map.storage->nodes = {
      {0, 3, {{3, 2, 4, 3}}, {{2, 2, 3, 3}}, {{20, 19, 21, 9}}, {.gap = Gap::NoTime}},
      {.cpu_node = 1, .alone = {{1, 1, 1, 3}}}};
  map.notes = {"no more is known"};
  return map;
}

std::string written(const MachineMap &map) {
  std::ostringstream out;
  writeMachine(out, map, {}, "0.1");
  return out.str();
}

/// The error for a document that was changed.
std::string refused(const std::function<void(Json &)> &change) {
  Json json = Json::parse(written(fullMap()));
  change(json);
  const auto map = parseMachine(json.dump(), "m.json");
  return map ? "" : map.error().message();
}

TEST(MachineFile, IsReadAsItWasWritten) {
  const MachineMap map = fullMap();
  const auto read = parseMachine(written(map), "m.json");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(written(*read), written(map));
  EXPECT_EQ(read->transfers, map.transfers);
  EXPECT_EQ(read->latencies, map.latencies);
  EXPECT_EQ(read->bandwidths, map.bandwidths);
  EXPECT_EQ(read->storage, map.storage);
  EXPECT_EQ(read->virtual_machine, false);
  EXPECT_EQ(read->topology.distance(0, 2), CpuDistance::SameSocket);
}

TEST(MachineFile, WhatIsNotKnownStaysUnknown) {
  MachineMap map = fullMap();
  map.virtual_machine.reset();
  map.transfers[0].home = kNoNode;
  map.topology.cpus[3] = {};
  const auto read = parseMachine(written(map), "m.json");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_FALSE(read->virtual_machine);
  EXPECT_EQ(read->transfers[0].home, kNoNode);
  EXPECT_EQ(read->topology.distance(0, 3), CpuDistance::Unknown);
}

TEST(MachineFile, CellsWithoutAValueSayWhy) {
  const Json json = Json::parse(written(fullMap()));
  EXPECT_TRUE(json["transfers"][2]["median_ns"].is_null());
  EXPECT_EQ(json["transfers"][2]["measurements"], 0);
  EXPECT_EQ(json["transfers"][2]["missing"], "no-time");
  EXPECT_EQ(json["memory_latencies"][1]["missing"], "not-run");
  EXPECT_TRUE(json["transfers"][0]["missing"].is_null());
  EXPECT_THAT(refused([](Json &with) { with["transfers"][2]["missing"] = nullptr; }),
              HasSubstr("transfers[2].median_ns is missing"));
}

TEST(MachineFile, FilesThatDoNotSayWhatDisturbedMeanTheHypervisor) {
  Json json = Json::parse(written(fullMap()));
  EXPECT_EQ(json["transfers"][1]["disturbed_by"], "other-work");
  json["transfers"][1].erase("disturbed_by");
  const auto read = parseMachine(json.dump(), "m.json");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(read->transfers[1].ns.disturbance, Disturbance::Hypervisor);
}

TEST(MachineFile, OtherFilesAreRefused) {
  const auto error = [](std::string_view text) {
    return parseMachine(text, "m.json").error().message();
  };
  const std::string whole = written(fullMap());
  EXPECT_THAT(error(""),
              AllOf(HasSubstr("m.json: is empty"), HasSubstr("fsfind machine --format=json -o")));
  EXPECT_THAT(error(whole.substr(0, whole.size() / 2)), HasSubstr("is not whole JSON"));
  EXPECT_THAT(error(R"({"schema":1,"findings":[]})"), HasSubstr("not a file of fsfind machine"));
  EXPECT_THAT(error(R"({"schema":2,"machine":{}})"), HasSubstr("not in schema 1"));
  EXPECT_THAT(error("[]"), HasSubstr("not a file of fsfind machine"));
}

TEST(MachineFile, ValuesThatCannotBeAreRefused) {
  EXPECT_THAT(refused([](Json &json) { json.erase("cpus"); }), HasSubstr("cpus is missing"));
  EXPECT_THAT(refused([](Json &json) { json["cpus"][1]["cpu"] = 0; }),
              HasSubstr("cpus[1].cpu is given twice"));
  EXPECT_THAT(refused([](Json &json) { json["cpus"][1]["cpu"] = 4'000'000'000U; }),
              HasSubstr("cpus[1].cpu is not below 65536"));
  EXPECT_THAT(refused([](Json &json) { json["transfers"][0]["b"] = 99; }),
              HasSubstr("transfers[0].b is not among the CPUs"));
  EXPECT_THAT(refused([](Json &json) { json["transfers"][0]["b"] = 0; }),
              HasSubstr("transfers[0].b is the same CPU as a"));
  EXPECT_THAT(refused([](Json &json) { json["transfers"][0]["median_ns"] = 0; }),
              HasSubstr("transfers[0].median_ns is not positive"));
  EXPECT_THAT(refused([](Json &json) { json["transfers"][0]["low_ns"] = 1e9; }),
              HasSubstr("median_ns is not between low_ns and high_ns"));
  EXPECT_THAT(refused([](Json &json) { json["transfers"][0].erase("high_ns"); }),
              HasSubstr("high_ns is missing"));
  EXPECT_THAT(refused([](Json &json) { json["bandwidths"][0]["streaming"] = "scribble"; }),
              HasSubstr("'scribble', which this release does not know"));
  EXPECT_THAT(refused([](Json &json) { json["transfers"] = 5; }),
              HasSubstr("transfers is not an array"));
  EXPECT_THAT(refused([](Json &json) { json["storage"]["nodes"][0].erase("triads_beside"); }),
              HasSubstr("storage.nodes[0].triads_beside is missing"));
  EXPECT_THAT(
      refused([](Json &json) { json["storage"]["nodes"][1]["alone"]["median_gb_per_s"] = -1; }),
      HasSubstr("storage.nodes[1].alone.median_gb_per_s is not a number"));
}

TEST(MachineFile, FilesThatCannotBeReadAreNamed) {
  const TemporaryFolder folder;
  EXPECT_THAT(
      readMachineFile(folder.pathOf("none")).error().message(),
      AllOf(HasSubstr("none: cannot be read"), HasSubstr("fsfind machine --format=json -o")));
  EXPECT_THAT(readMachineFile(folder.path()).error().message(), HasSubstr("is a directory"));
  EXPECT_THAT(readMachineFile("/dev/zero").error().message(), HasSubstr("is no regular file"));
  EXPECT_TRUE(readMachineFile(folder.write("m.json", written(fullMap()))));
}

} // namespace machineFileTest
} // namespace fsfind::test
