// Which engine records, and what is said where one cannot: on machines made of files.

#include "c2c-ingest/record/EngineChoice.h"
#include "c2c-ingest/record/HardwareEngine.h"
#include "c2c-ingest/record/ShellWord.h"
#include "tests/support/SpePackets.h"
#include "tests/support/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::record {
namespace recordEnginesTest {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;

class RecordEngines : public testing::Test {
protected:
  RecordEngines() {
    host_.root = folder_.path();
    host_.search_path = folder_.pathOf("bin");
    request_.command = {"./prog", "-x"};
    setParanoid(2);
  }
  void addDevice(const std::string &event) const {
    folder_.write("sys/bus/event_source/devices/" + event, "event");
  }
  void setParanoid(int level) const {
    folder_.write("proc/sys/kernel/perf_event_paranoid", std::to_string(level) + "\n");
  }
  void addPerf(const std::string &body = "true") const { folder_.writeProgram("bin/perf", body); }
  void addIntel() const {
    addDevice("cpu/events/mem-loads");
    addPerf();
  }
  void addIbs() const {
    addDevice("ibs_op/type");
    addPerf();
  }
  void setLinux(const std::string &release) const {
    folder_.write("proc/sys/kernel/osrelease", release + "\n");
  }
  HardwareLack lack(bool all_cpus = false) const {
    const auto found = findMemoryEvents(host_, all_cpus);
    const auto *lack = std::get_if<HardwareLack>(&found);
    EXPECT_NE(lack, nullptr);
    return lack ? *lack : HardwareLack{};
  }
  MemoryEvents events(bool all_cpus = false) const {
    const auto found = findMemoryEvents(host_, all_cpus);
    if (const auto *missing = std::get_if<HardwareLack>(&found))
      ADD_FAILURE() << missing->error.message();
    const auto *events = std::get_if<MemoryEvents>(&found);
    return events ? *events : MemoryEvents{};
  }
  Expected<Choice> choose(Engine engine) {
    request_.engine = engine;
    return chooseEngine(request_, host_);
  }

  test::TemporaryFolder folder_;
  Host host_;
  RecordRequest request_;
};

TEST_F(RecordEngines, GuestWithoutPmuIsTold) {
  folder_.write("proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu hypervisor lahf_lm\n");
  EXPECT_EQ(lack().lack, Lack::PmuInGuest);
  EXPECT_THAT(lack().error.message(), HasSubstr("hypervisor"));
}

TEST_F(RecordEngines, UnsupportedProcessorIsNamed) {
  folder_.write("proc/cpuinfo", "model name\t: Old CPU 5\nflags\t\t: fpu\n");
  EXPECT_EQ(lack().lack, Lack::Processor);
  EXPECT_THAT(lack().error.message(), HasSubstr("Old CPU 5"));
}

TEST_F(RecordEngines, MissingPerfNamesThePackage) {
  addDevice("cpu/events/mem-loads");
  EXPECT_EQ(lack().lack, Lack::PerfCommand);
  EXPECT_THAT(lack().error.message(), HasSubstr("linux-perf"));
}

TEST_F(RecordEngines, ParanoidLevelIsToldWithTheOneNeeded) {
  addIntel();
  setParanoid(3);
  EXPECT_EQ(lack().lack, Lack::Permission);
  EXPECT_THAT(lack().error.message(), HasSubstr("it is 3"));
  EXPECT_THAT(lack().error.message(), HasSubstr("kernel.perf_event_paranoid=2"));
}

TEST_F(RecordEngines, WholeMachineNeedsMore) {
  addIntel();
  setParanoid(1);
  EXPECT_EQ(lack(true).lack, Lack::WholeMachine);
  EXPECT_EQ(events(false).device, "cpu");
}

TEST_F(RecordEngines, IbsNeedsMoreThanPebs) {
  addIbs();
  EXPECT_EQ(lack().lack, Lack::IbsPermission);
  setParanoid(1);
  EXPECT_EQ(events().sampler, Sampler::Ibs);
}

TEST_F(RecordEngines, IbsThatFiltersInItsDriverNeedsNoMore) {
  addIbs();
  addDevice("ibs_op/format/swfilt");
  EXPECT_THAT(perfCommand(events(), request_, {}), Contains("ibs_op/swfilt=1/u"));
  setParanoid(1);
  EXPECT_THAT(perfCommand(events(), request_, {}), Contains("ibs_op//"));
}

TEST_F(RecordEngines, IbsOfOldKernelsRecordsOnlyTheWholeMachine) {
  addIbs();
  host_.superuser = true;
  setLinux("6.1.0-44-amd64");
  EXPECT_EQ(lack(false).lack, Lack::IbsOfCpus);
  EXPECT_THAT(lack(false).error.remedy, HasSubstr("-a"));
  EXPECT_EQ(events(true).sampler, Sampler::Ibs);
  setLinux("6.12.30");
  EXPECT_EQ(events(false).sampler, Sampler::Ibs);
}

TEST_F(RecordEngines, IbsHasPeriodsThatItsDriverTakes) {
  addIbs();
  host_.superuser = true;
  EXPECT_THAT(perfCommand(events(), request_, {0, 1000}), IsSupersetOf({"-c", "1008"}));
  EXPECT_THAT(perfCommand(events(), request_, {0, 3}), IsSupersetOf({"-c", "144"}));
  EXPECT_THAT(perfCommand(events(), request_, {0, 4096}), IsSupersetOf({"-c", "4096"}));
}

TEST_F(RecordEngines, SpeLeavesOutPhysicalAddressesThatItsDriverForbids) {
  addDevice("arm_spe_0/type");
  addPerf();
  const std::string without = "arm_spe_0/ts_enable=1,load_filter=1,store_filter=1,min_latency=30/";
  const std::string with =
      "arm_spe_0/ts_enable=1,pa_enable=1,load_filter=1,store_filter=1,min_latency=30/";
  EXPECT_THAT(perfCommand(events(), request_, {}), Contains(without));
  setParanoid(1);
  setLinux("6.1.0");
  EXPECT_THAT(perfCommand(events(), request_, {}), Contains(without));
  setLinux("6.13.2");
  EXPECT_THAT(perfCommand(events(), request_, {}),
              IsSupersetOf({std::string("--phys-data"), with}));
}

TEST_F(RecordEngines, SpeHasTheThresholdThatIsAskedFor) {
  addDevice("arm_spe_0/type");
  addPerf();
  EXPECT_THAT(perfCommand(events(), request_, {50, 0}), Contains(HasSubstr("min_latency=50/")));
}

TEST_F(RecordEngines, ProcessorThatSamplesNoStoresIsAskedForLoads) {
  addIntel();
  EXPECT_THAT(perfCommand(events(), request_, {}), IsSupersetOf({"-e", "ldlat-loads"}));
  addDevice("cpu/events/mem-stores");
  EXPECT_THAT(perfCommand(events(), request_, {}), Not(Contains("ldlat-loads")));
}

TEST_F(RecordEngines, PowerHasNoThreshold) {
  addIntel();
  folder_.write("proc/cpuinfo",
                "processor\t: 0\ncpu\t\t: POWER10 (architected), altivec supported\n");
  EXPECT_EQ(events().sampler, Sampler::Marked);
  EXPECT_THAT(perfCommand(events(), request_, {50, 0}), Not(Contains(HasSubstr("ldlat="))));
}

TEST_F(RecordEngines, CapabilityOrRootStandsAboveTheLevel) {
  addIntel();
  setParanoid(4);
  folder_.write("proc/self/status", "CapInh:\t0\nCapEff:\t0000004000000000\n");
  EXPECT_TRUE(events(true).physical);
  folder_.write("proc/self/status", "CapEff:\t0000000000000000\n");
  EXPECT_EQ(lack().lack, Lack::Permission);
  host_.superuser = true;
  EXPECT_TRUE(events(true).physical);
}

TEST_F(RecordEngines, SpeIsFound) {
  addDevice("arm_spe_0/type");
  addPerf();
  EXPECT_EQ(events().sampler, Sampler::Spe);
}

TEST_F(RecordEngines, AutoMeasuresWhereItCanAndSimulatesElsewhere) {
  const auto simulated = choose(Engine::Auto);
  ASSERT_TRUE(simulated);
  EXPECT_FALSE(simulated->hardware);
  EXPECT_THAT(simulated->reason, HasSubstr("no memory sampling"));
  addIntel();
  const auto measured = choose(Engine::Auto);
  ASSERT_TRUE(measured);
  EXPECT_TRUE(measured->hardware);
  EXPECT_FALSE(choose(Engine::Simulate)->hardware);
}

TEST_F(RecordEngines, HardwareThatIsMissingIsAnErrorWhenAskedFor) {
  const auto choice = choose(Engine::Hardware);
  ASSERT_FALSE(choice);
  EXPECT_THAT(choice.error().remedy, HasSubstr("--engine=simulate"));
}

TEST_F(RecordEngines, RunningProcessesAreNotSimulated) {
  request_.command.clear();
  request_.pids = "12";
  const auto asked = choose(Engine::Simulate);
  ASSERT_FALSE(asked);
  EXPECT_THAT(asked.error().remedy, HasSubstr("--engine=hardware"));
  EXPECT_FALSE(choose(Engine::Auto));
  addIntel();
  EXPECT_TRUE(choose(Engine::Auto));
}

TEST_F(RecordEngines, PerfIsAskedForPhysicalAddressesOnlyWherePermitted) {
  addIntel();
  addDevice("cpu/events/mem-stores");
  request_.output = "out";
  EXPECT_THAT(perfCommand(events(), request_, {}),
              ElementsAre(folder_.pathOf("bin/perf"), "mem", "record", "--sample-cpu", "-o", "out",
                          "--", "./prog", "-x"));
  setParanoid(1);
  request_.command.clear();
  request_.pids = "12,13";
  EXPECT_THAT(perfCommand(events(), request_, {50, 1000}),
              ElementsAre(folder_.pathOf("bin/perf"), "c2c", "record", "--ldlat=50", "-o", "out",
                          "-c", "1000", "-p", "12,13"));
  request_.compress = true;
  request_.max_bytes = 5U << 20;
  EXPECT_THAT(perfCommand(events(), request_, {50, 1000}),
              ElementsAre(folder_.pathOf("bin/perf"), "c2c", "record", "--ldlat=50", "-o", "out",
                          "-c", "1000", "--max-size=5242880B", "-z", "-p", "12,13"));
}

TEST_F(RecordEngines, PerfThatRecordsIsBelieved) {
  addDevice("cpu/events/mem-loads");
  request_.output = folder_.pathOf("perf.data");
  addPerf("cp '" FSFIND_SOURCE_DIR "/fixtures/shard_stats/perf.data' '" + request_.output +
          "'; exit 3");
  const auto result = recordHardware(events(), request_, {});
  ASSERT_TRUE(result) << result.error().message();
  EXPECT_GT(result->samples, 1000U);
  EXPECT_EQ(result->end.exit_code, 3);
  EXPECT_THAT(result->how, HasSubstr("mem-loads"));
}

TEST(ShellWord, IsQuotedWhereAShellWouldSplitOrChangeIt) {
  EXPECT_EQ(shellWord("out/perf-1.data"), "out/perf-1.data");
  EXPECT_EQ(shellWord("it's $1"), R"('it'\''s $1')");
  EXPECT_EQ(shellWord(""), "''");
}

TEST_F(RecordEngines, AccessesInSpeDataAreCountedAsSamples) {
  test::PerfDataBuilder data;
  data.addEvent(test::armSpe());
  data.features().eventDescriptions(data.events(), test::kAttrSizeVer7);
  test::addSpeInfo(data);
  test::SpePackets packets;
  packets.load().end().store().end().operation(spe::kBranch, 0).end();
  data.auxtrace({}, packets.bytes());
  const std::string recorded = folder_.pathOf("recorded");
  ASSERT_TRUE(data.writeTo(recorded));
  request_.output = folder_.pathOf("perf.data");
  addPerf("cp '" + recorded + "' '" + request_.output + "'");
  MemoryEvents events;
  events.perf = folder_.pathOf("bin/perf");
  events.physical = true;
  events.sampler = Sampler::Spe;
  const auto result = recordHardware(events, request_, {});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->samples, 2U);
  EXPECT_THAT(result->how, HasSubstr("measured with SPE: arm_spe_0"));
}

TEST_F(RecordEngines, PerfThatRecordsNothingIsAnError) {
  addDevice("cpu/events/mem-loads");
  request_.output = folder_.write("perf.data", "earlier");
  addPerf("exit 255");
  const auto result = recordHardware(events(), request_, {});
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message(), HasSubstr("recorded nothing"));
}

} // namespace recordEnginesTest
} // namespace fsfind::record
