// Recording by a clock: what is asked of the kernel, what is said where it refuses, and the file
// that comes of what it writes. The kernel is a function here, and rings are files in memory.

#include "c2c-ingest/record/clock/ClockEngine.h"
#include "c2c-ingest/record/clock/ClockForm.h"
#include "c2c-ingest/record/clock/ClockReader.h"
#include "c2c-ingest/record/clock/HostFeatures.h"
#include "c2c-ingest/record/clock/RunningProcesses.h"
#include "tests/support/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

namespace fsfind::record::clock {
namespace clockEngineTest {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::uint32_t kPid = 77, kTid = 78;

int refuse(int error) {
  errno = error;
  return -1;
}

/// A sample with the registers that the event asks for.
std::string sampleRecord(const perf_event_attr &event, std::uint64_t time) {
  ByteSink fields;
  fields.u64(7).u64(0x401000).u32(kPid).u32(kTid).u64(time).u32(1).u32(0).u64(500'000);
  fields.u64(2); // PERF_SAMPLE_REGS_ABI_64
  for (int i = 0; i < __builtin_popcountll(event.sample_regs_user); ++i)
    fields.u64(0x1000);
  return ByteSink()
      .u32(perf::kRecordSample)
      .u16(2)
      .u16(static_cast<std::uint16_t>(perf::kRecordHeaderSize + fields.bytes().size()))
      .raw(fields.bytes())
      .bytes();
}

/// LOST, with the trailer of sample_id_all.
std::string lostRecord(std::uint64_t lost) {
  return ByteSink().u32(perf::kRecordLost).u16(0).u16(56).u64(7).u64(lost).zeros(32).bytes();
}

/// A file that is mapped as an event's ring is.
class FakeRing {
public:
  FakeRing() : file_(memfd_create("ring", MFD_CLOEXEC)) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    bytes_ = page + kRingBytes;
    EXPECT_EQ(ftruncate(file_, static_cast<off_t>(bytes_)), 0);
    memory_ = static_cast<std::byte *>(
        mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0));
    data_ = memory_ + page;
  }
  ~FakeRing() {
    munmap(memory_, bytes_);
    close(file_);
  }
  FakeRing(const FakeRing &) = delete;
  FakeRing &operator=(const FakeRing &) = delete;

  int descriptor() const { return dup(file_); }
  /// As if all before had been written and taken.
  void startAt(std::uint64_t position) { page().data_head = page().data_tail = position; }
  void write(const std::string &record) {
    for (const char byte : record)
      data_[page().data_head++ % kRingBytes] = static_cast<std::byte>(byte);
  }
  bool isEmpty() { return page().data_head == page().data_tail; }

private:
  perf_event_mmap_page &page() { return *reinterpret_cast<perf_event_mmap_page *>(memory_); }

  int file_;
  std::size_t bytes_ = 0;
  std::byte *memory_ = nullptr, *data_ = nullptr;
};

class Clock : public testing::Test {
protected:
  Clock() {
    host_.root = folder_.path();
    setParanoid(2);
    folder_.write("sys/devices/system/cpu/online", "0-1\n");
    folder_.write("sys/devices/system/cpu/present", "0-3\n");
    request_.command = {"/bin/true"};
    request_.output = folder_.pathOf("perf.data");
  }
  void setParanoid(int level) const {
    folder_.write("proc/sys/kernel/perf_event_paranoid", std::to_string(level) + "\n");
  }
  /// What is said of a kernel that refuses every event with this errno.
  Error refusedWith(int error) const {
    const auto result =
        recordByClock(request_, {}, host_,
                      [=](perf_event_attr &, pid_t, int, unsigned long) { return refuse(error); });
    EXPECT_FALSE(result);
    EXPECT_FALSE(std::filesystem::exists(request_.output));
    return result ? Error{} : result.error();
  }
  RecordingForm form(const perf_event_attr &event) const {
    RecordingForm form;
    form.head = [=](const FileParts &parts) { return clockHead(event, 2, parts); };
    form.features = [=, this](const RecordedContents &) {
      FeaturePayloads features = hostFeatures(host_);
      features[12] = clockDescription(event, {7, 8});
      return features;
    };
    form.tail = ByteSink().u64(7).u64(8).bytes();
    return form;
  }
  RecordingOutput create(const RecordingForm &form) const {
    auto output = RecordingOutput::create(request_.output, form.head({}));
    EXPECT_TRUE(output);
    return std::move(*output);
  }
  std::unique_ptr<perf::Recording> read() const {
    auto recording = perf::Recording::open(request_.output);
    if (!recording)
      ADD_FAILURE() << recording.error().message();
    return recording ? std::move(*recording) : nullptr;
  }

  test::TemporaryFolder folder_;
  Host host_;
  RecordRequest request_;
};

TEST_F(Clock, AsksForRegistersOfUserCodeAndForWhatTellsWhereItLies) {
  const perf_event_attr event = clockEvent({.frequency = 1234}, Start::AtExec);
  EXPECT_EQ(event.type, static_cast<std::uint32_t>(PERF_TYPE_SOFTWARE));
  EXPECT_EQ(event.config, static_cast<std::uint64_t>(PERF_COUNT_SW_CPU_CLOCK));
  EXPECT_TRUE(event.freq);
  EXPECT_EQ(event.sample_freq, 1234U);
  EXPECT_TRUE(event.exclude_kernel && event.exclude_hv && event.inherit && event.disabled);
  EXPECT_TRUE(event.mmap && event.mmap2 && event.mmap_data && event.comm && event.task);
  EXPECT_TRUE(event.context_switch && event.sample_id_all && event.enable_on_exec);
  EXPECT_FALSE(clockEvent({}, Start::AtOnce).enable_on_exec);
#if defined(__x86_64__)
  constexpr std::uint64_t kSegments = 0x3fULL << 10;
  EXPECT_EQ(event.sample_regs_user & kSegments, 0U) << "the kernel refuses ds, es, fs and gs";
  EXPECT_EQ(__builtin_popcountll(event.sample_regs_user), 18) << "ax to r15, ip, flags";
#endif
}

TEST_F(Clock, IsOpenedByOlderKernelsAsFarAsTheyCan) {
  perf_event_attr event = clockEvent({}, Start::AtExec);
  const Descriptor opened =
      openClock(event, 0, 0, [](perf_event_attr &asked, pid_t, int, unsigned long) {
        return asked.build_id || asked.use_clockid ? refuse(EINVAL) : dup(STDERR_FILENO);
      });
  EXPECT_GE(opened.number(), 0);
  EXPECT_FALSE(event.build_id || event.use_clockid);
  EXPECT_TRUE(event.mmap2);
}

TEST_F(Clock, SaysWhatForbidsItAndTheOneThingToAllow) {
  setParanoid(3);
  EXPECT_THAT(refusedWith(EACCES).message(), HasSubstr("kernel.perf_event_paranoid=2"));
  request_.all_cpus = true;
  EXPECT_THAT(refusedWith(EACCES).message(), HasSubstr("kernel.perf_event_paranoid=0"));
  request_.all_cpus = false;
  setParanoid(2);
  EXPECT_THAT(refusedWith(EPERM).remedy, HasSubstr("--cap-add PERFMON"));
  EXPECT_THAT(refusedWith(ENOSYS).remedy, HasSubstr("--engine=simulate"));
  EXPECT_TRUE(clockLack(
      host_, false, [](perf_event_attr &, pid_t, int, unsigned long) { return refuse(ENOSYS); }));
}

TEST_F(Clock, AsksForNoMoreThanTheKernelAllows) {
  folder_.write("proc/sys/kernel/perf_event_max_sample_rate", "1500\n");
  std::uint64_t asked = 0;
  const auto result = recordByClock(request_, {.frequency = 5000}, host_,
                                    [&](perf_event_attr &event, pid_t, int, unsigned long) {
                                      asked = event.sample_freq;
                                      return refuse(EPERM);
                                    });
  EXPECT_FALSE(result);
  EXPECT_EQ(asked, 1500U);
}

TEST_F(Clock, LeavesOutCpusThatAreOffline) {
  FakeRing ring;
  std::vector<int> cpus;
  const auto events = ClockEvents::open({.threads = {0}, .cpus = {0, 1, 2}}, {}, host_,
                                        [&](perf_event_attr &, pid_t, int cpu, unsigned long) {
                                          cpus.push_back(cpu);
                                          return cpu == 1 ? refuse(ENODEV) : ring.descriptor();
                                        });
  EXPECT_TRUE(events);
  EXPECT_THAT(cpus, ElementsAre(0, 1, 2));
}

TEST_F(Clock, LeavesOutThreadsThatHaveEnded) {
  FakeRing ring;
  const auto opened = [&](const std::vector<pid_t> &threads) {
    return ClockEvents::open({.threads = threads, .cpus = {0}}, {}, host_,
                             [&](perf_event_attr &event, pid_t thread, int, unsigned long) {
                               EXPECT_FALSE(event.enable_on_exec);
                               return thread == 5 ? refuse(ESRCH) : ring.descriptor();
                             });
  };
  EXPECT_TRUE(opened({5, 6}));
  EXPECT_FALSE(opened({5})) << "nothing is left to sample";
}

TEST_F(Clock, WritesWhatRingsHoldAlsoOverTheirEnd) {
  FakeRing ring;
  auto events = ClockEvents::open(
      {.threads = {0}, .cpus = {0}}, {}, host_,
      [&](perf_event_attr &, pid_t, int, unsigned long) { return ring.descriptor(); });
  ASSERT_TRUE(events) << events.error().message();
  const RecordingForm written = form(events->event());
  RecordingOutput output = create(written);
  ring.startAt(5 * kRingBytes - 24);
  ring.write(sampleRecord(events->event(), 1000));
  ring.write(sampleRecord(events->event(), 3000));
  events->drain(output);
  EXPECT_TRUE(ring.isEmpty());
  ring.write(lostRecord(12));
  events->drain(output);
  events->drain(output);
  const auto contents = output.finish(written, false);
  ASSERT_TRUE(contents) << contents.error().message();
  EXPECT_EQ(contents->samples, 2U);
  EXPECT_EQ(contents->lost, 12U);
  EXPECT_EQ(contents->first_time, 1000U);
  EXPECT_EQ(contents->last_time, 3000U);

  const auto recording = read();
  ASSERT_NE(recording, nullptr);
  EXPECT_THAT(recording->notes(), IsEmpty());
  ASSERT_THAT(recording->events(), SizeIs(1));
  EXPECT_THAT(recording->events()[0].ids, ElementsAre(7, 8));
  EXPECT_EQ(recording->events()[0].name, kClockName);
  EXPECT_EQ(recording->events()[0].sample_regs_user, events->event().sample_regs_user);
  EXPECT_EQ(recording->recordCounts().at(perf::kRecordFinishedRound), 2U)
      << "one for each pass that wrote something";
  EXPECT_EQ(recording->features().cpus_online, 2U);
  EXPECT_EQ(recording->features().cpus_available, 4U);
}

TEST_F(Clock, EndsAtTheLimitOfSize) {
  FakeRing ring;
  auto events = ClockEvents::open(
      {.threads = {0}, .cpus = {0}}, {}, host_,
      [&](perf_event_attr &, pid_t, int, unsigned long) { return ring.descriptor(); });
  ASSERT_TRUE(events) << events.error().message();
  const RecordingForm written = form(events->event());
  RecordingOutput output = create(written);
  ring.write(sampleRecord(events->event(), 1000));
  ClockReader reader(*events, output, 1);
  while (!reader.over())
    std::this_thread::yield();
  EXPECT_TRUE(reader.cut());
  reader.stop();
  EXPECT_EQ(output.finish(written, false)->samples, 1U);
}

TEST_F(Clock, CompressedIsReadAsWell) {
  const perf_event_attr event = clockEvent({}, Start::AtExec);
  const RecordingForm written = form(event);
  RecordingOutput output = create(written);
  std::string records;
  for (std::uint64_t i = 0; i < 1000; ++i)
    records += sampleRecord(event, i);
  output.append(std::as_bytes(std::span(records)));
  ASSERT_TRUE(output.finish(written, true));
  EXPECT_LT(std::filesystem::file_size(request_.output), records.size());
  const auto recording = read();
  ASSERT_NE(recording, nullptr);
  EXPECT_EQ(recording->recordCounts().at(perf::kRecordSample), 1000U);
  EXPECT_THAT(recording->events()[0].ids, ElementsAre(7, 8));
}

TEST_F(Clock, TellsWhatRunsAlready) {
  folder_.write("proc/77/maps", "400000-401000 r-xp 00001000 08:02 99     /opt/my tool\n"
                                "7000-9000 rw-s 00000000 00:00 0 \n");
  folder_.write("proc/77/task/77/comm", "server\n");
  folder_.write("proc/77/task/78/comm", "worker 1\n");
  RunningProcesses processes(host_.root, 7);
  ASSERT_TRUE(processes.add(kPid));
  EXPECT_FALSE(processes.add(4)) << "it has ended";
  const perf_event_attr event = clockEvent({}, Start::AtOnce);
  const RecordingForm written = form(event);
  RecordingOutput output = create(written);
  output.append(std::as_bytes(std::span(processes.records())));
  const std::string sample = sampleRecord(event, 5);
  output.append(std::as_bytes(std::span(sample)));
  ASSERT_TRUE(output.finish(written, false));
  const auto recording = read();
  ASSERT_NE(recording, nullptr);
  EXPECT_THAT(recording->notes(), IsEmpty());
  const std::vector<perf::SideEvent> &sides = recording->sideEvents();
  ASSERT_THAT(sides, SizeIs(4));
  EXPECT_EQ(sides[0].when, 0U);
  EXPECT_EQ(std::get<perf::CommEvent>(sides[0].event).comm, "server");
  const auto &code = std::get<perf::MmapEvent>(sides[1].event);
  EXPECT_EQ(code.pid, kPid);
  EXPECT_EQ(code.address, 0x400000U);
  EXPECT_EQ(code.length, 0x1000U);
  EXPECT_EQ(code.file_offset, 0x1000U);
  EXPECT_EQ(code.major, 8U);
  EXPECT_EQ(code.minor, 2U);
  EXPECT_EQ(code.inode, 99U);
  EXPECT_EQ(code.protection, static_cast<std::uint32_t>(PROT_READ | PROT_EXEC));
  EXPECT_EQ(code.file, "/opt/my tool");
  const auto &shared = std::get<perf::MmapEvent>(sides[2].event);
  EXPECT_EQ(shared.flags, static_cast<std::uint32_t>(MAP_SHARED));
  const auto &thread = std::get<perf::CommEvent>(sides[3].event);
  EXPECT_EQ(thread.tid, kTid);
  EXPECT_EQ(thread.comm, "worker 1");
}

TEST_F(Clock, HasTheBuildIdsOfWhatRunsAlready) {
  RunningProcesses processes("", 7);
  ASSERT_TRUE(processes.add(static_cast<std::uint32_t>(getpid())));
  const perf_event_attr event = clockEvent({}, Start::AtOnce);
  const RecordingForm written = form(event);
  RecordingOutput output = create(written);
  output.append(std::as_bytes(std::span(processes.records())));
  ASSERT_TRUE(output.finish(written, false));
  const auto recording = read();
  ASSERT_NE(recording, nullptr);
  EXPECT_TRUE(std::ranges::any_of(recording->sideEvents(), [](const perf::SideEvent &side) {
    const auto *map = std::get_if<perf::MmapEvent>(&side.event);
    return map != nullptr && map->file.find("libc") != std::string::npos && !map->build_id.empty();
  }));
}

TEST_F(Clock, DescribesTheMachine) {
  const std::string cpu = "sys/devices/system/cpu/cpu0/";
  folder_.write("proc/cpuinfo", "vendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 85\n"
                                "model name\t: Intel Xeon\nstepping\t: 7\n");
  folder_.write(cpu + "topology/core_id", "5\n");
  folder_.write(cpu + "topology/physical_package_id", "1\n");
  folder_.write(cpu + "topology/thread_siblings_list", "0,2\n");
  folder_.write(cpu + "cache/index0/type", "Data\n");
  folder_.write(cpu + "cache/index0/coherency_line_size", "128\n");
  folder_.write("sys/devices/system/node/online", "0\n");
  folder_.write("sys/devices/system/node/node0/cpulist", "0-3\n");
  folder_.write("sys/devices/system/node/node0/meminfo", "Node 0 MemTotal:   4096 kB\n");
  const perf_event_attr event = clockEvent({}, Start::AtOnce);
  const RecordingForm written = form(event);
  RecordingOutput output = create(written);
  const std::string sample = sampleRecord(event, 5);
  output.append(std::as_bytes(std::span(sample)));
  ASSERT_TRUE(output.finish(written, false));
  const auto recording = read();
  ASSERT_NE(recording, nullptr);
  const perf::Features &features = recording->features();
  EXPECT_EQ(features.cpuid, "GenuineIntel,6,85,7");
  EXPECT_EQ(features.cpu_description, "Intel Xeon");
  ASSERT_THAT(features.cpus, SizeIs(4));
  EXPECT_EQ(features.cpus[0].core, 5);
  EXPECT_EQ(features.cpus[0].socket, 1);
  EXPECT_THAT(features.thread_siblings, ElementsAre("0,2"));
  ASSERT_THAT(features.caches, SizeIs(1));
  EXPECT_EQ(features.caches[0].line_size, 128U);
  ASSERT_THAT(features.numa_nodes, SizeIs(1));
  EXPECT_EQ(features.numa_nodes[0].total_kb, 4096U);
  EXPECT_EQ(features.numa_nodes[0].cpus, "0-3");
}

} // namespace clockEngineTest
} // namespace fsfind::record::clock
