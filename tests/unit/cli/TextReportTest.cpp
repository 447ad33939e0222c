// The terminal report against reviewed outputs in tests/golden. After a change that is meant, run
// with FSFIND_UPDATE_GOLDENS=1 and read the difference before committing it.
#include "cli/report/text/TextReport.h"
#include "cli/report/text/Stats.h"
#include "cli/terminal/Text.h"
#include "rules/measured/findings/Judge.h"
#include "tests/support/FindingBuilder.h"
#include "tests/support/ProfileBuilder.h"

#include <gmock/gmock.h>

#include <clocale>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace fsfind {

using report::TextOptions;
using testing::HasSubstr;
using testing::Not;

namespace textReportTest {

/// Four threads, each with its element of one array, two to a line, and a counter all share.
Profile shardsAndCounter() {
  test::ProfileBuilder builder;
  builder.line(0x4040);
  for (std::uint32_t i = 0; i < 4; ++i) {
    const TargetIndex element =
        builder.global("shard_stats_table", "shard_stats", 0x4040 + 16ULL * i, 16, i);
    const TargetIndex requests = builder.member(element, "requests", 0);
    const TargetIndex bytes = builder.member(element, "bytes", 8);
    builder.load(101 + i, requests, 200, 80).store(101 + i, requests, 150);
    builder.store(101 + i, bytes, 40);
  }
  builder.line(0x4080);
  const TargetIndex hits = builder.global("hits", "std::atomic<long>", 0x4080, 8);
  for (std::uint32_t tid = 101; tid < 105; ++tid)
    builder.load(tid, hits, 30, 10).store(tid, hits, 20);
  Profile profile = builder.build();
  profile.source.path = "perf.data";
  profile.source.hostname = "host";
  profile.source.events = {"cpu/mem-loads,ldlat=30/P", "cpu/mem-stores/P"};
  profile.vendor = Vendor::Intel;
  profile.classes[static_cast<std::size_t>(SampleClass::LoadLocalHitm)] = profile.totals.lcl_hitm;
  return profile;
}

TextOptions options(bool color, bool utf8, std::size_t width) {
  std::setlocale(LC_CTYPE, "C.UTF-8");
  return {{false, color, utf8, width, 0}, false, false};
}

std::string textOf(const Profile &profile, const TextOptions &how) {
  return report::textReport(profile, judge(profile, {}), how);
}

void expectGolden(const std::string &name, const std::string &text) {
  const std::string path = std::string(FSFIND_SOURCE_DIR) + "/tests/golden/" + name;
  if (std::getenv("FSFIND_UPDATE_GOLDENS") != nullptr)
    std::ofstream(path) << text;
  std::ifstream file(path);
  std::ostringstream golden;
  golden << file.rdbuf();
  EXPECT_EQ(text, golden.str()) << "see the head of this file";
}

TEST(TextReport, SaysOfBurstsWhatTheySawAndWhatThatTellsOfTheRun) {
  Profile profile = shardsAndCounter();
  profile.source.seen = Seen{.executed = 100'000'000,
                             .simulated = 10'000'000,
                             .bursts = 20,
                             .contended = 360,
                             .steps = 19,
                             .step_squares = 19 * 2 * 72.0}; // four times Poisson's variance
  const std::string text = textOf(profile, options(false, true, 400));
  EXPECT_THAT(text, HasSubstr("bursts      simulated in 20 bursts, which saw 10.0% of the "
                              "instructions; counts are of these, and for the whole run to be "
                              "scaled by 10.0: about 3,600 contended loads (by the bursts' "
                              "scatter: 2,900 to "
                              "4,400)"));
  EXPECT_THAT(textOf(shardsAndCounter(), options(false, true, 400)), Not(HasSubstr("bursts")));
  profile.source.seen->simulated = profile.source.seen->executed;
  EXPECT_THAT(textOf(profile, options(false, true, 400)),
              HasSubstr("bursts      all instructions were simulated\n"));
}

TEST(TextReport, SaysWhatAFindingCostsHowFarItsThreadsAreApartAndWhatEndingItGains) {
  Profile profile = shardsAndCounter();
  profile.classes[static_cast<std::size_t>(SampleClass::LoadL2)] = 100;
  profile.class_latency[static_cast<std::size_t>(SampleClass::LoadL2)] = 2000;
  for (std::uint32_t cpu = 0; cpu < 8; ++cpu)
    profile.topology.cpus.push_back({cpu, 0, 0, 0, 0});
  TextOptions how = options(false, true, 200);
  how.verbose = true;
  const std::string text = textOf(profile, how);
  EXPECT_THAT(text, HasSubstr("cost: contended loads took 82.5% of sampled cycles (95% sure: 73.7% "
                              "to 92.0%); 320 local, 0 remote; writers 100.0% behind the same L3"));
  EXPECT_THAT(text, HasSubstr("gain: 74.2% of sampled cycles (66.3% to 92.0%), if they took 20 "
                              "cycles, as faster loads did here, not 200"));
}

TEST(TextReport, TellsWhatMakesUpNearlyAllOfTheContentionAndCountsTheRest) {
  test::ProfileBuilder builder;
  for (std::uint64_t i = 0; i < 8; ++i) {
    builder.line(0x4000 + 64 * i);
    const TargetIndex flag = builder.global("flag" + std::to_string(i), "long", 0x4000 + 64 * i, 8);
    const std::uint32_t hitm = i < 5 ? 1000 : 12;
    builder.load(1, flag, hitm, hitm).store(2, flag, hitm);
  }
  const Profile profile = builder.build();
  const Report report = judge(profile, {});
  ASSERT_EQ(report.lines.size(), 8U);
  ASSERT_EQ(report.findings.size(), 8U);
  TextOptions how = options(false, true, 120);
  const std::string text = textReport(profile, report, how);
  EXPECT_THAT(text, HasSubstr("  and 3 more with less; these have 99.3% of HITM; --lines 0 shows"));
  EXPECT_THAT(text, HasSubstr("  the first 3 are drawn below; --lines 5 draws all"));
  EXPECT_THAT(text, HasSubstr("#3  0x"));
  EXPECT_THAT(text, Not(HasSubstr("#4  0x")));
  EXPECT_THAT(text, HasSubstr("  and 3 more, with together 0.7% of sampled latency; -v shows all"));
  how.all_lines = true;
  const std::string lines = textReport(profile, report, how);
  EXPECT_THAT(lines, HasSubstr("#8  0x"));
  EXPECT_THAT(lines, Not(HasSubstr("more with less")));
  how.verbose = true;
  EXPECT_THAT(textReport(profile, report, how), Not(HasSubstr("; -v shows all")));
}

TEST(TextReport, FitsNarrowTerminals) {
  for (const std::size_t width : {40U, 50U, 60U, 79U, 80U}) {
    std::istringstream lines(textOf(shardsAndCounter(), options(false, true, width)));
    for (std::string line; std::getline(lines, line);)
      if (!line.starts_with("      | ")) { // code is kept as it is
        EXPECT_LE(cli::displayWidth(line), width) << line;
      }
  }
}

TEST(TextReport, SaysOnceWhyGainsAreBounds) {
  TextOptions how = options(false, true, 200);
  how.verbose = true;
  const std::string text = textOf(shardsAndCounter(), how);
  const std::string_view why = "too few loads without contention were";
  EXPECT_NE(text.find(why), std::string::npos);
  EXPECT_EQ(text.find(why), text.rfind(why)) << "for both findings";
}

TEST(TextReport, LegendAndDrawingHaveTheSameMark) {
  for (const bool color : {false, true})
    for (const bool utf8 : {false, true}) {
      const std::string text = textOf(shardsAndCounter(), options(color, utf8, 120));
      EXPECT_EQ(text.find(utf8 ? "^" : "▲"), std::string::npos) << color << utf8;
    }
}

TEST(TextReport, CostsThatOverlapAreNotToBeAddedUp) {
  const Profile profile = shardsAndCounter();
  Report report = judge(profile, {});
  const std::string warning = "on the same cachelines: do not add up their costs";
  EXPECT_THAT(textReport(profile, report, options(false, true, 120)), Not(HasSubstr(warning)));
  report.findings.push_back(report.findings.front());
  EXPECT_THAT(textReport(profile, report, options(false, true, 120)), HasSubstr(warning));
}

TEST(TextReport, RemoteMemoryIsTold) {
  Profile profile = shardsAndCounter();
  EXPECT_THAT(textOf(profile, options(false, true, 120)), Not(HasSubstr("NUMA-blind")));
  profile.classes[static_cast<std::size_t>(SampleClass::LoadLocalDram)] = 50;
  profile.classes[static_cast<std::size_t>(SampleClass::LoadRemoteDram)] = 50;
  const std::string text = textOf(profile, options(false, true, 120));
  EXPECT_THAT(text, HasSubstr("50.0% of the 100 loads that missed the L3 went to another node's"));
  EXPECT_THAT(text, HasSubstr("NUMA-blind: more than 30.0% is remote"));
}

TEST(TextReport, RemoteMemoryWithoutANameIsToldByFunction) {
  test::ProfileBuilder builder;
  builder.line(0x10000).loadAt(1, 0, 20);
  builder.last().remote_dram = 20;
  Profile profile = builder.build();
  profile.classes[static_cast<std::size_t>(SampleClass::LoadRemoteDram)] = 20;
  profile.memory_line_step = 1;
  EXPECT_THAT(textOf(profile, options(false, true, 120)),
              HasSubstr("100.0% of remote loads are of memory without a name; 100.0% by work of "
                        "worker at /src/worker.cpp:11"));
}

TEST(TextReport, InAsciiAtEightyColumns) {
  expectGolden("report-ascii.txt", textOf(shardsAndCounter(), options(false, false, 80)));
}

TEST(TextReport, InUtf8) {
  expectGolden("report-utf8.txt", textOf(shardsAndCounter(), options(false, true, 120)));
}

TEST(TextReport, InColour) {
  expectGolden("report-color.txt", textOf(shardsAndCounter(), options(true, true, 120)));
}

TEST(TextReport, SaysSimulatedWhereAPersonCouldMistakeIt) {
  Profile profile = shardsAndCounter();
  EXPECT_THAT(textOf(profile, options(false, true, 120)), Not(HasSubstr("SIMULATED")));
  profile.source.simulated = true;
  EXPECT_THAT(
      textOf(profile, options(false, true, 120)),
      testing::AllOf(HasSubstr("SIMULATED: "), HasSubstr("Contended cachelines (SIMULATED)")));
}

TEST(TextReport, HostileNamesDoNotReachTheTerminal) {
  Profile profile = shardsAndCounter();
  for (Target &target : profile.targets)
    target.object.name = "\033]0;owned\007\xff";
  for (Thread &thread : profile.threads)
    thread.comm = "\033[2J";
  profile.source.hostname = "\033c";
  profile.notes.push_back({"\033[31mnote"});
  const std::string text = textOf(profile, options(false, true, 120));
  EXPECT_EQ(text.find_first_of("\033\007\xff"), std::string::npos);
}

TEST(TextReport, FoldsThreadsBeyondTwelve) {
  test::ProfileBuilder builder;
  builder.line(0x4040);
  const TargetIndex hits = builder.global("hits", "long", 0x4040, 8);
  for (std::uint32_t tid = 1; tid <= 20; ++tid)
    builder.load(tid, hits, 30, 10).store(tid, hits, 20);
  const Profile profile = builder.build();
  EXPECT_THAT(textOf(profile, options(false, true, 120)), HasSubstr("and 8 more"));
  TextOptions verbose = options(false, true, 120);
  verbose.verbose = true;
  EXPECT_THAT(textOf(profile, verbose), Not(HasSubstr("and 8 more")));
}

TEST(TextReport, LongLinesTakeSeveralStrips) {
  test::ProfileBuilder builder(128);
  builder.line(0x4000);
  for (std::uint32_t tid = 1; tid <= 2; ++tid)
    builder.loadAt(tid, 72 * (tid - 1), 30, 10).storeAt(tid, 72 * (tid - 1), 20);
  const std::string text = textOf(builder.build(), options(false, true, 120));
  EXPECT_THAT(text, HasSubstr("0       8       16"));
  EXPECT_THAT(text, HasSubstr("64      72      80"));
}

TEST(TextReport, SaysWhatIsNeededWhereNothingIsContended) {
  Profile profile;
  profile.totals.store = profile.samples = 9;
  EXPECT_THAT(textOf(profile, options(false, true, 120)),
              testing::AllOf(HasSubstr("No contended cachelines"), HasSubstr("Only stores")));
}

TEST(TextReport, SaysWhatWasTooLittleToMatter) {
  const auto little = [] {
    test::ProfileBuilder builder;
    for (const std::uint64_t address : {0x4040U, 0x4080U}) {
      builder.line(address).loadAt(101, 0, 30, 2).storeAt(102, 8, 2);
      builder.lastLine().mapping = "[heap]";
    }
    return builder;
  };
  EXPECT_THAT(textOf(little().build(), options(false, true, 120)),
              testing::AllOf(HasSubstr("No contended cachelines"),
                             HasSubstr("4 HITM loads on 2 cachelines, too few to matter"),
                             HasSubstr("Fewer than 8 contended samples"), HasSubstr("0.004%"),
                             HasSubstr("--show-all"), Not(HasSubstr("Findings"))));
  test::ProfileBuilder builder = little();
  builder.line(0x40c0).loadAt(101, 0, 30, 20).storeAt(102, 8, 20);
  EXPECT_THAT(textOf(builder.build(), options(false, true, 120)),
              testing::AllOf(HasSubstr("2 with too few contended samples to matter left out"),
                             HasSubstr("Contended cachelines")));
}

TEST(TextReport, SaysHowManyLinesHaveLittleEach) {
  test::ProfileBuilder builder;
  for (std::uint64_t i = 0; i < 1500; ++i)
    builder.line(0x10000 + 64 * i).loadAt(101, 0, 30, 20).storeAt(102, 8, 20);
  EXPECT_THAT(textOf(builder.build(), options(false, true, 120)),
              testing::AllOf(HasSubstr("1,500 cachelines with little contention each"),
                             HasSubstr("30,000 HITM loads; each line has less than 0.1% of them"),
                             Not(HasSubstr("in this view"))));
  test::ProfileBuilder few;
  few.line(0x4040).loadAt(101, 0, 30, 2).storeAt(102, 8, 2);
  const Profile profile = few.build();
  Report report = judge(profile, {});
  report.findings.push_back(test::measured("serial-first-touch").at("a.c", 3));
  EXPECT_THAT(report::textReport(profile, report, options(false, true, 120)),
              HasSubstr("1 cacheline with little contention\n"));
}

/// Findings rest on loads and stores of every kind, whatever the view ranks by.
TEST(TextReport, ShowsFindingsWhereTheViewHasNoLine) {
  test::ProfileBuilder builder;
  builder.line(0x4040).loadAt(101, 0, 30, 20).storeAt(102, 8, 20);
  const Profile profile = builder.build();
  const std::string text = report::textReport(
      profile, judge(profile, {.display = DisplayMode::Peer}), options(false, true, 120));
  EXPECT_THAT(text, testing::AllOf(HasSubstr("Findings"), HasSubstr("No cachelines in this view"),
                                   HasSubstr("--display tot")));
}

TEST(TextReport, AdvisesWhatTheProcessorHas) {
  Profile profile;
  profile.totals.load = profile.totals.store = 9;
  for (const Vendor vendor : {Vendor::Arm, Vendor::Intel}) {
    profile.vendor = vendor;
    EXPECT_THAT(textOf(profile, options(false, true, 120)), HasSubstr("--ldlat 10"));
  }
  profile.source.simulated = true;
  EXPECT_THAT(
      textOf(profile, options(false, true, 120)),
      testing::AllOf(HasSubstr("fsfind record --period-loads"), Not(HasSubstr("perf c2c"))));
  profile.source.simulated = false;
  profile.vendor = Vendor::Amd;
  for (const char *zen3 : {"", "AMD EPYC 7763 64-Core Processor", "AMD Ryzen 9 5950X"}) {
    profile.source.cpu_description = zen3;
    EXPECT_THAT(textOf(profile, options(false, true, 120)),
                testing::AllOf(HasSubstr("Zen 3"), Not(HasSubstr("--ldlat"))))
        << zen3;
  }
  for (const char *other :
       {"AMD EPYC 9654 96-Core Processor", "AMD EPYC 7742", "AMD Ryzen 7 7700"}) {
    profile.source.cpu_description = other;
    EXPECT_THAT(textOf(profile, options(false, true, 120)), Not(HasSubstr("Zen 3"))) << other;
  }
}

TEST(TextReport, SaysWhichSamplesItKept) {
  TextOptions how = options(false, true, 120);
  EXPECT_THAT(textOf(shardsAndCounter(), how), Not(HasSubstr("filters")));
  how.filters = "--pid 7";
  EXPECT_THAT(textOf(shardsAndCounter(), how), HasSubstr("  filters     --pid 7\n"));
}

TEST(TextReport, TellsLinesOfTwoProcessesApart) {
  test::ProfileBuilder builder;
  for (const std::uint32_t pid : {71U, 72U}) {
    builder.line(0x4040);
    builder.lastLine().pid = pid;
    builder.loadAt(pid, 0, 30, 10).storeAt(pid + 2, 8, 20);
  }
  EXPECT_THAT(textOf(builder.build(), options(false, true, 120)),
              testing::AllOf(HasSubstr("#1  0x4040 pid 71"), HasSubstr("#2  0x4040 pid 72")));
}

TEST(TextReport, LabelsOfNeighboursShowWhatDiffers) {
  test::ProfileBuilder builder;
  builder.line(0x4040);
  const TargetIndex meter = builder.global("meter", "Meter", 0x4040, 64);
  for (std::uint32_t i = 0; i < 2; ++i) {
    const TargetIndex lane =
        builder.member(meter, "level_.now.lanes[" + std::to_string(i) + "].value", 8ULL * i);
    builder.load(101 + i, lane, 30, 10).store(101 + i, lane, 20);
  }
  EXPECT_THAT(textOf(builder.build(), options(false, false, 120)), HasSubstr("|[0].val|[1].val"));
}

TEST(TextReport, DataThatIsUsedNextToNeverIsNoPartOfALinesContents) {
  test::ProfileBuilder builder;
  builder.line(0x4040);
  const TargetIndex hits = builder.global("hits", "long", 0x4040, 8);
  const TargetIndex setting = builder.global("setting", "long", 0x4048, 8);
  const TargetIndex frame = builder.global("gone_frame", "long", 0x4050, 8);
  for (const std::uint32_t tid : {101U, 102U})
    builder.load(tid, hits, 60, 50).store(tid, hits, 40).load(tid, setting, 10);
  builder.store(101, frame, 1);
  const std::string text = textOf(builder.build(), options(false, true, 120));
  EXPECT_THAT(text, HasSubstr("hits, setting\n"));
  EXPECT_THAT(text, Not(HasSubstr("setting, gone_frame")));
}

TEST(TextReport, TellsWherePerfCountsTwice) {
  Profile profile = shardsAndCounter();
  profile.totals.rmt_hitm = profile.totals.rmt_dram = 191;
  profile.classes[static_cast<std::size_t>(SampleClass::LoadRemoteHitm)] = 191;
  EXPECT_THAT(textOf(profile, options(false, true, 120)),
              HasSubstr("191 remote HITM loads a second time as remote DRAM"));
}

TEST(StatsReport, PrintsPerfsLabelsAndNoNan) {
  Profile profile;
  profile.totals.ld_llchit = 3;
  profile.totals.lcl_hitm = 2;
  const std::string text = report::statsReport(profile);
  EXPECT_THAT(text, HasSubstr("  Load LLC hit                      :          5\n"));
  EXPECT_THAT(text, HasSubstr("  LLC Misses to Local DRAM          :        0.0%\n"));
}

} // namespace textReportTest

} // namespace fsfind
