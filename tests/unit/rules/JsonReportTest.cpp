#include "rules/codec/Json.h"
#include "rules/codec/JsonParts.h"
#include "rules/measured/findings/Judge.h"
#include "tests/support/ProfileBuilder.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <sys/wait.h>

namespace fsfind {
namespace jsonReportTest {

using nlohmann::json;
using test::ProfileBuilder;

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

std::string written(const Profile &profile, const Report &report) {
  std::ostringstream out;
  codec::writeJson(out, profile, report, "1.2.3");
  return out.str();
}

std::string written(const Profile &profile) {
  return written(profile, judge(profile, {}));
}

/// A profile in which every optional part is there once and absent once.
Profile fullProfile() {
  ProfileBuilder builder;
  const TargetIndex first = builder.global("table", "slot", 0x4000, 16, 0);
  const TargetIndex last = builder.global("table", "slot", 0x4010, 16, 1);
  builder.line(0x4000);
  builder.store(11, builder.member(first, "requests", 0), 90).load(11, first, 50, 40);
  builder.store(12, builder.member(last, "requests", 0), 90);
  builder.last().cpu = kNoCpu;
  builder.line(0x5000).loadAt(11, 8, 20, 20, 0).storeAt(12, 8, 3);
  builder.line(0xffffffff81000000).loadAt(11, 8, 20, 20);
  builder.lastLine().kernel = true;
  Profile profile = builder.build();
  profile.source.first_time = 1;
  profile.source.last_time = kMost;
  profile.source.events = {"cpu/mem-loads,ldlat=30/P", "cpu/mem-stores/P"};
  profile.vendor = Vendor::Amd;
  profile.notes.push_back({"12 samples have no address; record with -d"});
  return profile;
}

TEST(JsonReport, HoldsTheContract) {
  const json report = json::parse(written(fullProfile()));
  EXPECT_EQ(report["schema"], 1);
  EXPECT_EQ(report["tool"]["version"], "1.2.3");
  EXPECT_EQ(report["source"]["line_size"], 64);
  EXPECT_EQ(report["totals"]["records"], 273);
  EXPECT_EQ(report["totals"]["stores"], 183);
  EXPECT_EQ(report["totals"]["lcl_hitm"], 80);
  const json &line = report["lines"][0];
  EXPECT_EQ(line["address"], "0x4000");
  EXPECT_EQ(line["sharing"], "false");
  EXPECT_EQ(line["hitm_share"], 0.5);
  const json &access = line["accesses"][0];
  EXPECT_EQ(access["op"], "store");
  EXPECT_EQ(access["tid"], 11);
  EXPECT_EQ(access["ip"], "0x401136");
  EXPECT_EQ(access["file"], "/src/worker.cpp");
  EXPECT_EQ(access["line"], 11);
  EXPECT_EQ(access["object"]["kind"], "global");
  EXPECT_EQ(access["object"]["index"], 0);
  EXPECT_EQ(access["member"], "requests");
  EXPECT_EQ(access["evidence"], "static-data");
  const json &unknown = report["lines"][1]["accesses"][0];
  EXPECT_TRUE(unknown["object"]["index"].is_null());
  EXPECT_EQ(unknown["object"]["kind"], "unknown");
  EXPECT_EQ(unknown["evidence"], "none");
  EXPECT_TRUE(line["accesses"][2]["cpu"].is_null());
  const json &finding = report["findings"][0];
  EXPECT_EQ(finding["rule"], "fsfind-per-thread-slots");
  EXPECT_EQ(finding["verdict"], "measured");
  EXPECT_EQ(finding["lines"], json::array({"0x4000"}));
  EXPECT_EQ(finding["members"][0]["writers"], json::array({"11", "12"}));
  const json &advice = finding["advice"][0];
  EXPECT_EQ(advice["remedy"], "align-type");
  EXPECT_EQ(advice["size_after"], 64);
  EXPECT_EQ(advice["edits"], json::array());
}

TEST(JsonReport, CostHasItsRangeAndItsBase) {
  ProfileBuilder builder;
  const TargetIndex pair = builder.global("pair", "pair", 0x4000, 16);
  builder.line(0x4000).store(1, builder.member(pair, "a", 0), 100);
  builder.load(2, builder.member(pair, "b", 8), 100, 100);
  const json cost = json::parse(written(builder.build()))["findings"][0]["cost"];
  EXPECT_EQ(cost["local"], 100);
  EXPECT_EQ(cost["remote"], 0);
  EXPECT_EQ(cost["base"], "sampled-cycles");
  EXPECT_EQ(cost["share"]["value"], 1);
  EXPECT_NEAR(cost["share"]["low"], 0.8136, 1e-3);
  EXPECT_EQ(cost["share"]["high"], 1);
  EXPECT_TRUE(cost["gain"].is_null());
  EXPECT_EQ(cost["unknown"], "");
  EXPECT_EQ(cost["distances"]["unknown"], 1);
  EXPECT_EQ(cost["distances"]["same-l3"], 0);
}

TEST(JsonReport, SummaryTellsRemoteMemory) {
  Profile profile = fullProfile();
  profile.classes[static_cast<std::size_t>(SampleClass::LoadLocalDram)] = 50;
  profile.classes[static_cast<std::size_t>(SampleClass::LoadRemoteDram)] = 50;
  const json numa = json::parse(written(profile))["summary"]["numa"];
  EXPECT_EQ(numa["local_dram"], 50);
  EXPECT_EQ(numa["remote_dram"], 50);
  EXPECT_EQ(numa["blind"], true);
  EXPECT_EQ(numa["unnamed"], json::parse(R"({"share": 0.0, "code": []})"));
}

TEST(JsonReport, RemoteMemoryWithoutANameIsToldByFunction) {
  ProfileBuilder builder;
  builder.line(0x10000).loadAt(1, 0, 20);
  builder.last().remote_dram = 20;
  Profile profile = builder.build();
  profile.memory_line_step = 1;
  const json unnamed = json::parse(written(profile))["summary"]["numa"]["unnamed"];
  EXPECT_EQ(unnamed["share"], 1.0);
  ASSERT_EQ(unnamed["code"].size(), 1U);
  EXPECT_EQ(unnamed["code"][0], json::parse(R"({"function": "work", "module": "/opt/app/worker",
    "file": "/src/worker.cpp", "line": 11, "column": 5, "comm": "worker", "threads": 1,
    "local": 0, "remote": 20, "share": 1.0})"));
}

TEST(JsonReport, PlacementOfPagesIsWritten) {
  Finding finding;
  EXPECT_TRUE(codec::findingJson(finding)["placement"].is_null());
  finding.placement = PagePlacement{3, false, 8, 6, {5, 2, 1}};
  EXPECT_EQ(json(codec::findingJson(finding)["placement"]), json::parse(R"({"node": 3,
    "spread": false, "pages": 8, "shared_pages": 6, "known_by": {"physical-address": 5, "loads": 2,
    "first-touch": 1}})"));
  finding.placement->node.reset();
  EXPECT_TRUE(codec::findingJson(finding)["placement"]["node"].is_null());
}

TEST(JsonReport, TellsTheCpusOfTheMachine) {
  Profile profile = fullProfile();
  EXPECT_EQ(json::parse(written(profile))["topology"], json::array()) << "not recorded";
  profile.topology.cpus = {{.core = 0, .socket = 0, .l3 = 0, .node = 0},
                           {.core = 1, .socket = 1, .l3 = 3, .node = 1}};
  const json topology = json::parse(written(profile))["topology"];
  ASSERT_EQ(topology.size(), 2U);
  EXPECT_EQ(topology[1]["cpu"], 1);
  EXPECT_EQ(topology[1]["l3"], 3);
  EXPECT_EQ(topology[1]["node"], 1);
  EXPECT_TRUE(topology[1]["die"].is_null());
}

TEST(JsonReport, AccessesSumToTheirLine) {
  const json report = json::parse(written(fullProfile()));
  for (const json &line : report["lines"]) {
    std::uint64_t samples = 0, stores = 0, hitm = 0;
    for (const json &access : line["accesses"]) {
      samples += access["count"].get<std::uint64_t>();
      stores += access["op"] == "store" ? access["count"].get<std::uint64_t>() : 0;
      hitm += access["lcl_hitm"].get<std::uint64_t>() + access["rmt_hitm"].get<std::uint64_t>();
    }
    EXPECT_EQ(samples, line["samples"]);
    EXPECT_EQ(stores, line["stores"]);
    EXPECT_EQ(hitm, line["tot_hitm"]);
  }
}

TEST(JsonReport, KeepsExtremeNumbersAndNeverWritesNonNumbers) {
  ProfileBuilder builder;
  const TargetIndex slot = builder.global("table", "long", kMost - 63, 8, kMost);
  builder.line(kMost - 63).load(1, slot, kMost, 1);
  Profile profile = builder.build();
  profile.totals.load = kMost;
  Report report = judge(profile, {.show_all = true});
  report.lines.at(0).hitm_share = std::numeric_limits<double>::quiet_NaN();
  report.lines.at(0).latency_share = std::numeric_limits<double>::infinity();
  const json parsed = json::parse(written(profile, report));
  EXPECT_EQ(parsed["totals"]["loads"].get<std::uint64_t>(), kMost);
  EXPECT_EQ(parsed["lines"][0]["address"], "0xffffffffffffffc0");
  EXPECT_EQ(parsed["lines"][0]["accesses"][0]["object"]["index"].get<std::uint64_t>(), kMost);
  EXPECT_EQ(parsed["lines"][0]["hitm_share"], 0);
  EXPECT_EQ(parsed["lines"][0]["latency_share"], 0);
}

TEST(JsonReport, ReplacesBytesThatAreNotUtf8) {
  ProfileBuilder builder;
  const TargetIndex bad = builder.global("a\xff\"\n", "t", 0x4000, 8);
  builder.line(0x4000).store(1, bad, 50).load(2, bad, 50, 50);
  const json report = json::parse(written(builder.build()));
  EXPECT_EQ(report["lines"][0]["accesses"][0]["object"]["name"], "a\uFFFD\"\n");
}

TEST(JsonReport, AnEmptyProfileIsADocument) {
  const json report = json::parse(written(Profile{}));
  EXPECT_EQ(report["lines"], json::array());
  EXPECT_EQ(report["findings"], json::array());
  EXPECT_TRUE(report["obstacle"].is_null());
  EXPECT_EQ(report["totals"]["records"], 0);
}

TEST(JsonReport, IsDeterministic) {
  EXPECT_EQ(written(fullProfile()), written(fullProfile()));
}

/// Exit code of the schema check, its words in `said`.
int schemaCheck(const std::string &document, std::string &said) {
  const std::string base = testing::TempDir() + "fsfind-json-report-test";
  std::ofstream(base + ".json") << document;
  const std::string root = FSFIND_SOURCE_DIR;
  const std::string command = "python3 '" + root + "/tests/cli/validate_schema.py' '" + root +
                              "/docs/report.schema.json' '" + base + ".json' > '" + base +
                              ".txt' 2>&1";
  const int status = std::system(command.c_str());
  std::ostringstream text;
  text << std::ifstream(base + ".txt").rdbuf();
  said = text.str();
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(JsonReport, ObeysItsSchema) {
  Profile obstacle;
  obstacle.obstacle = Error{"perf.data", std::nullopt, "no addresses", "record with -d"};
  std::string said;
  for (const Profile &profile : {fullProfile(), Profile{}, obstacle}) {
    const int code = schemaCheck(written(profile), said);
    if (code == 77 || code == 127)
      GTEST_SKIP() << "cannot check the schema: " << said;
    EXPECT_EQ(code, 0) << said;
  }
  json wrong = json::parse(written(fullProfile()));
  wrong["lines"][0]["accesses"][0]["op"] = "prefetch";
  EXPECT_EQ(schemaCheck(wrong.dump(), said), 1) << "the schema must catch a wrong word";
  EXPECT_NE(said.find("$.lines[0].accesses[0].op"), std::string::npos) << said;
}

} // namespace jsonReportTest
} // namespace fsfind
