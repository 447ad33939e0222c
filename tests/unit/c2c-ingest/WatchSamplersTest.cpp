// Where the steps of a watch come from: folders of recordings, and perf, on machines made of files.
#include "c2c-ingest/watch/CountEvents.h"
#include "c2c-ingest/watch/RecordedStep.h"
#include "c2c-ingest/watch/Samplers.h"
#include "c2c-ingest/watch/Targets.h"
#include "tests/support/TemporaryFolder.h"

#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fsfind::watch {
namespace watchSamplersTest {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char *kFixture = FSFIND_SOURCE_DIR "/fixtures/hot_flag/perf.data";
constexpr const char *kTorn = FSFIND_SOURCE_DIR "/fixtures/shard_stats/truncated.perf.data";
constexpr pid_t kNoProcess = 0x3ffffff; ///< above the kernel's limit (PID_MAX_LIMIT)

class WatchSamplers : public testing::Test {
protected:
  WatchSamplers() {
    host_.root = folder_.path();
    host_.search_path = folder_.pathOf("bin");
    folder_.write("proc/sys/kernel/perf_event_paranoid", "-1\n");
    request_.seconds = 0.01;
    request_.interval = 10;
    request_.pids = {static_cast<std::uint32_t>(getpid())};
  }

  void replayOf(const std::vector<std::pair<std::string, std::string>> &files) {
    request_.replay = folder_.pathOf("runs");
    fs::create_directory(request_.replay);
    for (const auto &[name, from] : files)
      fs::copy_file(from, request_.replay + "/" + name);
  }

  /// A perf that lists and counts what the texts say, and "records" the fixture.
  void addPerf(const std::string &listed, const std::string &counts,
               const std::string &before = "") const {
    folder_.write("listed", listed);
    folder_.write("counts", counts);
    folder_.writeProgram("bin/perf",
                         before + "\nif [ $1 = list ]; then cat '" + folder_.pathOf("listed") +
                             "'; exit; fi\nfrom='" + folder_.pathOf("counts") +
                             "'\n[ $1 = stat ] || from='" + kFixture + "'\necho \"$*\" >>'" +
                             folder_.pathOf("calls") +
                             "'\nwhile [ $# != 0 ]; do [ \"$1\" = -o ] && out=$2; shift; done\n"
                             "cp \"$from\" \"$out\"");
  }

  ChosenSampler chosen() const {
    auto result = chooseSampler(request_, host_);
    EXPECT_TRUE(result) << result.error().message();
    return result ? std::move(*result) : ChosenSampler{};
  }

  test::TemporaryFolder folder_;
  record::Host host_;
  SamplingRequest request_;
};

TEST_F(WatchSamplers, ReplayGoesByNameAndTellsEachTear) {
  replayOf({{"3.data", kFixture}, {"1.data", kFixture}, {"2.data", kTorn}});
  folder_.write("runs/notes.txt", "not a recording");
  folder_.write("runs/4.data", "");
  const auto sampler = chosen().sampler;
  const auto first = sampler->next();
  ASSERT_TRUE(first && first->step);
  EXPECT_THAT(first->step->origin, testing::EndsWith("/1.data"));
  EXPECT_EQ(first->step->time, 0);
  EXPECT_TRUE(sumOf(first->step->contended));
  const auto torn = sampler->next();
  ASSERT_FALSE(torn);
  EXPECT_THAT(torn.error().message(), HasSubstr("runs/2.data:"));
  const auto third = sampler->next();
  ASSERT_TRUE(third && third->step);
  EXPECT_EQ(third->step->time, 20) << "as if a step had come each interval";
  const auto empty = sampler->next();
  ASSERT_FALSE(empty);
  EXPECT_THAT(empty.error().message(), HasSubstr("runs/4.data"));
  const auto end = sampler->next();
  EXPECT_TRUE(end && !end->step);
}

TEST_F(WatchSamplers, ReplayGoesByTimeIfAsked) {
  replayOf({{"a.data", kFixture}, {"b.data", kFixture}});
  fs::last_write_time(request_.replay + "/a.data",
                      fs::last_write_time(request_.replay + "/b.data") + std::chrono::hours(1));
  request_.by_time = true;
  const auto first = chosen().sampler->next();
  ASSERT_TRUE(first && first->step);
  EXPECT_THAT(first->step->origin, testing::EndsWith("/b.data"));
}

TEST_F(WatchSamplers, FoldersWithoutRecordingsAreRefused) {
  replayOf({});
  EXPECT_THAT(chooseSampler(request_, host_).error().message(), HasSubstr("has no recordings"));
  request_.replay = folder_.pathOf("nowhere");
  EXPECT_THAT(chooseSampler(request_, host_).error().message(), HasSubstr("cannot be read"));
}

TEST_F(WatchSamplers, CopiesAreOfFilesThatDoNotChange) {
  const std::string path = folder_.write("grows.data", "some content");
  EXPECT_TRUE(FileCopy::of(path));
  const auto changed = FileCopy::of(path, [&] { fs::resize_file(path, 4); });
  ASSERT_FALSE(changed);
  EXPECT_THAT(changed.error().message(), HasSubstr("has changed while it was read"));
}

TEST_F(WatchSamplers, PipesAreNotWaitedFor) {
  const std::string path = folder_.pathOf("pipe.data");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_THAT(FileCopy::of(path).error().message(), HasSubstr("is no regular file"));
}

TEST_F(WatchSamplers, ProcessesThatHaveEndedAreNotSampled) {
  const pid_t child = fork();
  if (child == 0)
    _exit(0);
  siginfo_t info{};
  ASSERT_EQ(waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT), 0);
  request_.pids = {static_cast<std::uint32_t>(child)};
  EXPECT_FALSE(Targets(request_).alive()) << "its parent has not asked for it yet";
  waitpid(child, nullptr, 0);
  request_.pids.push_back(static_cast<std::uint32_t>(getpid()));
  EXPECT_EQ(Targets(request_).pids(), std::to_string(getpid()));
}

TEST_F(WatchSamplers, MemorySamplingComesFirst) {
  folder_.write("sys/bus/event_source/devices/cpu/events/mem-loads", "event");
  addPerf("", "");
  const ChosenSampler chosen = this->chosen();
  EXPECT_EQ(chosen.reason, "");
  const auto sampled = chosen.sampler->next();
  ASSERT_TRUE(sampled && sampled->step) << sampled.error().message();
  EXPECT_THAT(sampled->step->objects, testing::Not(IsEmpty()));
  EXPECT_EQ(sampled->step->origin, "");
}

TEST_F(WatchSamplers, CountsWhereNothingIsSampled) {
  addPerf("  mem_load_l3_hit_retired.xsnp_hitm\n  mem_load_l3_miss_retired.remote_dram\n"
          "  mem_inst_retired.all_loads\n",
          "# started\n\n50;;mem_load_l3_hit_retired.xsnp_hitm:u;1000;80.00;;\n"
          "<not counted>;;mem_load_l3_miss_retired.remote_dram:u;0;100.00;;\n"
          "1000;;mem_inst_retired.all_loads:u;1000;100.00;;\n");
  const ChosenSampler chosen = this->chosen();
  EXPECT_THAT(chosen.reason, HasSubstr("memory sampling"));
  const auto sampled = chosen.sampler->next();
  ASSERT_TRUE(sampled && sampled->step) << sampled.error().message();
  EXPECT_DOUBLE_EQ(sampled->step->ofLoads().share().value(), 0.05);
  EXPECT_FALSE(sampled->step->remote) << "not counted is not 0";
  EXPECT_DOUBLE_EQ(sampled->step->running.value(), 0.8);
}

TEST_F(WatchSamplers, SaysBothReasonsWhereNeitherWorks) {
  addPerf("  task-clock  [Software event]\n", "");
  const auto none = chooseSampler(request_, host_);
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message(), HasSubstr("memory sampling"));
  EXPECT_THAT(none.error().message(), HasSubstr("lists no events that count contended loads"));
}

TEST_F(WatchSamplers, CountersThatTheProcessorLacksAreNoWay) {
  addPerf("ls_dmnd_fills_from_sys.near_cache\n",
          "<not supported>;;ls_dmnd_fills_from_sys.near_cache;0;100.00;;\n");
  EXPECT_THAT(chooseSampler(request_, host_).error().message(), HasSubstr("counts none of"));
}

TEST_F(WatchSamplers, EndsWithTheProcessesThatItWatches) {
  folder_.write("sys/bus/event_source/devices/cpu/events/mem-loads", "event");
  addPerf("", "");
  request_.pids = {kNoProcess};
  const auto gone = chosen().sampler->next();
  EXPECT_TRUE(gone && !gone->step);
  EXPECT_FALSE(fs::exists(folder_.pathOf("calls"))) << "perf has nothing to do";
}

TEST_F(WatchSamplers, StartsItsCommandWithTheFirstStepAndEndsIt) {
  folder_.write("sys/bus/event_source/devices/cpu/events/mem-loads", "event");
  addPerf("", "", "until [ -s '" + folder_.pathOf("pid") + "' ]; do sleep 0.01; done");
  request_.pids.clear();
  request_.command = {"/bin/sh", "-c", "echo $$ >" + folder_.pathOf("pid") + "; exec sleep 100"};
  {
    const auto sampler = chosen().sampler;
    EXPECT_FALSE(fs::exists(folder_.pathOf("pid")));
    const auto sampled = sampler->next();
    ASSERT_TRUE(sampled && sampled->step) << sampled.error().message();
  }
  pid_t process = 0;
  std::ifstream(folder_.pathOf("pid")) >> process;
  ASSERT_NE(process, 0);
  EXPECT_NE(kill(process, 0), 0);
}

TEST_F(WatchSamplers, SaysWhyACommandDoesNotStart) {
  folder_.write("sys/bus/event_source/devices/cpu/events/mem-loads", "event");
  addPerf("", "");
  request_.pids.clear();
  request_.command = {"/nowhere/server"};
  const auto sampled = chosen().sampler->next();
  ASSERT_FALSE(sampled);
  EXPECT_THAT(sampled.error().message(), HasSubstr("/nowhere/server: cannot be started"));
}

std::vector<std::string> namesOf(std::string_view listed) {
  std::vector<std::string> names;
  for (const CountEvent &event : chooseCountEvents(listed))
    names.emplace_back(event.name);
  return names;
}

TEST(WatchCountEvents, FirstOfEachRoleThatPerfLists) {
  EXPECT_THAT(
      namesOf("mem_load_l3_hit_retired.xsnp_fwd\nMEM_LOAD_L3_MISS_RETIRED.REMOTE_HITM\n"),
      ElementsAre("mem_load_l3_hit_retired.xsnp_fwd", "mem_load_l3_miss_retired.remote_hitm"));
  EXPECT_THAT(namesOf("  ls_dmnd_fills_from_sys.ext_cache_local  [text]\n"
                      "  ls_dmnd_fills_from_sys.near_cache\n"),
              ElementsAre("ls_dmnd_fills_from_sys.near_cache"));
  EXPECT_THAT(namesOf("mem_inst_retired.all_loads\n"), IsEmpty()) << "loads alone tell nothing";
  std::string all;
  for (const std::string &name : knownCountEvents())
    all += name + "\n";
  EXPECT_THAT(namesOf(all), SizeIs(kMostEvents));
}

TEST(WatchCountEvents, TornAndForeignLinesAreNotCounts) {
  const auto events = chooseCountEvents("mem_load_l3_hit_retired.xsnp_hitm\n");
  for (const char *csv : {"", ";", "5", "5;;", "x;;mem_load_l3_hit_retired.xsnp_hitm;1;100",
                          "-5;;mem_load_l3_hit_retired.xsnp_hitm;1;100", "5;;cycles;1;100",
                          "1e400;;mem_load_l3_hit_retired.xsnp_hitm"})
    EXPECT_FALSE(hasCounts(countedStep(csv, events))) << csv;
  EXPECT_TRUE(hasCounts(countedStep("5;;mem_load_l3_hit_retired.xsnp_hitm", events)));
}

} // namespace watchSamplersTest
} // namespace fsfind::watch
