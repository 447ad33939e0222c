#include "c2c-ingest/timing/Storage.h"

#include "c2c-ingest/base/TemporaryFolder.h"
#include "c2c-ingest/record/ChildProcess.h"
#include "c2c-ingest/record/Host.h"
#include "c2c-ingest/timing/NodeMemory.h"
#include "c2c-ingest/timing/Streams.h"
#include "c2c-ingest/timing/System.h"
#include "c2c-ingest/timing/linux/FioOutput.h"
#include "c2c-ingest/timing/linux/ScratchFile.h"
#include "rules/input/InputFile.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <thread>
#include <utility>

namespace fsfind::timing {

namespace {

using Clock = CellTimes::Clock;
using namespace std::chrono_literals;

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;
constexpr int kRuns = 3;        ///< of fio, for one reading
constexpr int kPartForFile = 4; ///< of the time, one part in so many goes to the file
constexpr auto kLeastRun = 200ms, kMostRun = 2000ms;
constexpr auto kStart = 300ms; ///< what fio takes to start
constexpr auto kPatience = 5s; ///< longer than it should, fio may take so long
constexpr std::size_t kMostText = std::size_t{1} << 20; ///< of fio's messages and result

class FioStorage : public Storage {
public:
  FioStorage(std::string fio, std::string folder, ScratchFile file, TemporaryFolder texts)
      : fio_(std::move(fio)), folder_(std::move(folder)), file_(std::move(file)),
        texts_(std::move(texts)) {}

  Expected<void> time(const TimingRequest &request, const Hardware &hardware, Clock::time_point end,
                      MachineMap &map) override {
    request_ = &request;
    hardware_ = &hardware;
    end_ = end;
    const Clock::time_point now = Clock::now();
    FSFIND_CHECK(file_.fill(kMostBytes, now + (end - now) / kPartForFile, [&] { return goOn(); }));
    if (!goOn())
      return {};
    StorageTimes times{folder_, file_.deviceNode(), true, file_.bytes(), {}};
    FSFIND_TRY(times.direct, allowsDirect());
    direct_ = times.direct;
    if (!goOn())
      return {};
    std::vector<NodeParts> nodes = hardware.nodes;
    std::erase_if(nodes, [](const NodeParts &node) { return node.cpus.empty(); });
    measurements_ = 0;
    for (const NodeParts &node : nodes)
      measurements_ += node.cpus.size() > 1 ? 3 : 1;
    for (std::size_t i = 0; i < nodes.size() && goOn(); ++i) {
      done_ = static_cast<double>(i) / static_cast<double>(nodes.size());
      FSFIND_TRY(StorageReads reads, readsOf(nodes[i], i == 0));
      for (const Reading *one : readingsOf(reads))
        map.left_out += one->gap == Gap::NoTime ? 1 : 0;
      times.nodes.push_back(std::move(reads));
    }
    note(times, nodes.size(), map);
    map.storage = std::move(times);
    return {};
  }

private:
  static std::vector<Reading *> readingsOf(StorageReads &reads) {
    if (reads.memory_threads == 0)
      return {&reads.alone};
    return {&reads.alone, &reads.beside_triads, &reads.triads_alone, &reads.triads_beside};
  }

  bool goOn() { return wanted_ = wanted_ && request_->progress("storage", done_); }

  [[nodiscard]] bool inTime() const { return Clock::now() < end_; }

  /// Has fio run so long, in the next measurement, that the others come to their part of the time.
  void shareTime() {
    const auto share = (end_ - Clock::now()) / static_cast<int>(measurements_-- * kRuns);
    run_time_ = std::clamp<std::chrono::nanoseconds>(share - kStart, kLeastRun, kMostRun);
  }

  static void note(const StorageTimes &times, std::size_t nodes, MachineMap &map) {
    if (!times.direct)
      map.notes.emplace_back("the folder's file system does not read past the page cache (direct): "
                             "storage was read by way of memory");
    if (nodes == 1)
      map.notes.emplace_back("one node: storage is read by near CPUs only");
    else if (times.device_node == kNoNode)
      map.notes.emplace_back(
          "the node of the storage device is not known: which CPUs are near it is "
          "not, either");
  }

  /// In a thread of the one process: that is ended as a whole.
  [[nodiscard]] std::vector<std::string> commandOf(std::uint32_t cpu,
                                                   std::chrono::nanoseconds time) const {
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
    return {fio_,
            "--name=fsfind",
            "--thread",
            "--readonly",
            "--allow_file_create=0",
            "--rw=read",
            "--bs=1M",
            "--ioengine=libaio",
            "--iodepth=8",
            "--filename=" + file_.path(),
            fmt::format("--size={}", file_.bytes()),
            fmt::format("--direct={}", direct_ ? 1 : 0),
            "--time_based",
            fmt::format("--runtime={}ms", ms),
            fmt::format("--cpus_allowed={}", cpu),
            "--output-format=json"};
  }

  /// One run of fio: its reads, by one CPU. None if `go_on` has ended it. Whatever its exit code,
  /// its output tells what went wrong.
  Expected<std::optional<FioRun>> runFio(std::uint32_t cpu, std::chrono::nanoseconds time,
                                         const GoOn &go_on) const {
    const std::string text = texts_.pathOf("fio");
    record::Watch watch;
    watch.duration = time + kPatience;
    watch.stop_signal = SIGKILL; // nothing of it is of use then
    watch.go_on = go_on;
    FSFIND_TRY(const record::ChildEnd end,
               record::runChild(commandOf(cpu, time), {}, watch,
                                {.folder = {}, .output = text, .error = text, .apart = true}));
    if (end.ending == record::Ending::Interrupted)
      return std::nullopt;
    if (end.ending == record::Ending::TimeLimit)
      return failure(
          {"fio",
           {},
           fmt::format("still ran {} s after it was to end",
                       std::chrono::duration_cast<std::chrono::seconds>(kPatience).count()),
           "see that the storage answers, or leave out --storage"});
    FSFIND_TRY(const FioRun run, parseFio(beginningOf(text, kMostText)));
    return run;
  }

  /// Whether the file system reads past the page cache; it may refuse to.
  Expected<bool> allowsDirect() {
    for (const bool direct : {true, false}) {
      direct_ = direct;
      FSFIND_TRY(const auto run,
                 runFio(hardware_->cpus.front(), kLeastRun, [&] { return goOn(); }));
      if (!run || run->error == 0)
        return direct;
      if (!direct || (run->error != EINVAL && run->error != EOPNOTSUPP))
        return failure(
            {"fio",
             {},
             fmt::format("cannot read a file of {}: {}", folder_, std::strerror(run->error)),
             "see that fio may read there, or leave out --storage"});
    }
    return false;
  }

  /// Several runs; only the first one after the end.
  Expected<Attempt> reads(std::uint32_t cpu, const GoOn &go_on) const {
    Attempt attempt;
    for (int i = 0; i < kRuns && (i == 0 || inTime()) && go_on(); ++i) {
      FSFIND_TRY(const auto run, runFio(cpu, run_time_, go_on));
      if (!run)
        break;
      if (run->error != 0)
        return failure({"fio", {}, std::strerror(run->error), "leave out --storage"});
      attempt.values.push_back(run->gb_per_s);
    }
    return attempt;
  }

  /// The readings of a node for which there is time. The `first` is always measured.
  Expected<StorageReads> readsOf(const NodeParts &node, bool first) {
    StorageReads result{.cpu_node = node.node,
                        .memory_threads = static_cast<std::uint32_t>(node.cpus.size() - 1)};
    for (Reading *one : readingsOf(result))
      one->gap = Gap::NoTime; // until it is measured
    if (!first && !inTime())
      return result;
    const std::uint32_t reader = node.cpus.front();
    const std::vector<std::uint32_t> others(node.cpus.begin() + 1, node.cpus.end());
    const auto stolen = [&] { return stolenFrom(node.cpus); };
    shareTime();
    FSFIND_TRY(result.alone,
               undisturbed([&] { return reads(reader, [&] { return goOn(); }); }, stolen, end_));
    if (others.empty() || !inTime() || !goOn())
      return result;
    FSFIND_TRY(const Buffers buffers, buffersOf(others, node.node));
    shareTime();
    FSFIND_TRY(result.triads_alone, undisturbed(
                                        [&] {
                                          return streamTogether(Streaming::Triad, buffers.parts,
                                                                kRuns * run_time_,
                                                                [&] { return goOn(); });
                                        },
                                        stolen, end_));
    if (!inTime() || !goOn())
      return result;
    shareTime();
    std::vector<double> rates;
    FSFIND_TRY(result.triads_beside,
               undisturbed([&] { return triadsBeside(reader, buffers, rates); }, stolen, end_));
    result.beside_triads = {spreadOf(rates), result.triads_beside.disturbance,
                            rates.empty() ? Gap::NotRun : Gap::None};
    return result;
  }

  struct Buffers {
    std::vector<NodeMemory> memories;
    std::vector<StreamPart> parts;
  };

  Expected<Buffers> buffersOf(const std::vector<std::uint32_t> &cpus, std::uint32_t node) const {
    Buffers buffers;
    for (const std::uint32_t cpu : cpus) {
      FSFIND_TRY(NodeMemory memory,
                 NodeMemory::map(bytesOfStream(*hardware_, cpus, node),
                                 hardware_->nodes.size() > 1 ? node : kNoNode, PageKind::Small));
      buffers.parts.push_back({cpu, memory.bytes()});
      buffers.memories.push_back(std::move(memory));
    }
    return buffers;
  }

  /// Triads until fio has run; `rates` are those of its reads.
  Expected<Attempt> triadsBeside(std::uint32_t reader, const Buffers &buffers,
                                 std::vector<double> &rates) {
    std::optional<Expected<Attempt>> read;
    std::atomic<bool> stopped = false, over = false; // by the user; since fio has run
    std::thread fio([&] {
      read = reads(reader, [&] { return !stopped; });
      over = true;
    });
    const auto triads =
        streamTogether(Streaming::Triad, buffers.parts, kRuns * (run_time_ + kPatience), [&] {
          stopped = !goOn();
          return !stopped && !over;
        });
    fio.join();
    FSFIND_TRY(Attempt attempt, std::move(*read));
    rates = std::move(attempt.values);
    return triads;
  }

  std::string fio_, folder_;
  ScratchFile file_;
  TemporaryFolder texts_; ///< for what fio prints
  bool direct_ = true, wanted_ = true;
  std::chrono::nanoseconds run_time_{};
  Clock::time_point end_;
  std::size_t measurements_ = 0; ///< that are to come; fio, or triads as long, run kRuns times
  double done_ = 0;
  const TimingRequest *request_ = nullptr; ///< of time(), as the next
  const Hardware *hardware_ = nullptr;
};

} // namespace

Expected<std::unique_ptr<Storage>> Storage::open(const std::string &folder) {
  const auto fio = record::Host::thisOne().findProgram("fio");
  if (!fio)
    return failure({"machine",
                    {},
                    "there is no fio, by which storage is measured",
                    "install it (apt-get install fio), or leave out --storage"});
  FSFIND_TRY(ScratchFile file, ScratchFile::open(folder));
  FSFIND_TRY(TemporaryFolder texts, TemporaryFolder::make());
  return std::make_unique<FioStorage>(*fio, folder, std::move(file), std::move(texts));
}

} // namespace fsfind::timing
