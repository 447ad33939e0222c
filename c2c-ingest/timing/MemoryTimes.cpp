#include "c2c-ingest/timing/MemoryTimes.h"

#include "c2c-ingest/timing/Crew.h"
#include "c2c-ingest/timing/MemoryKernels.h"
#include "c2c-ingest/timing/NodeMemory.h"
#include "c2c-ingest/timing/Streams.h"
#include "c2c-ingest/timing/System.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace fsfind::timing {

namespace {

using Clock = CellTimes::Clock;

constexpr std::uint64_t kMostChain = 512 * kMega; ///< building a longer one takes too long
constexpr std::uint64_t kLoads = 4096;            ///< that are timed together

class MemoryTimer {
public:
  MemoryTimer(const TimingRequest &request, const Hardware &hardware, Clock::time_point end,
              MachineMap &map)
      : request_(request), hardware_(hardware), map_(map), cells_(memoryCells(hardware)), end_(end),
        times_(end, cells_.latencies.size() + cells_.bandwidths.size()),
        bound_(hardware.nodes.size() > 1) {}

  Expected<void> run() {
    if (hardware_.nodes.empty() || (bound_ && !canBind(hardware_.nodes.front().node))) {
      map_.notes.emplace_back(
          "pages cannot be bound to nodes here (mbind): memory is not measured");
      return {};
    }
    for (const MemoryLatency &cell : cells_.latencies)
      FSFIND_CHECK(latency(cell));
    chain_.reset();
    for (const Bandwidth &cell : cells_.bandwidths)
      FSFIND_CHECK(bandwidth(cell));
    return {};
  }

private:
  /// A chain of addresses in one node's memory, kept for all CPUs that follow it.
  struct Chain {
    NodeMemory memory;
    std::uint32_t node;
    PageKind pages;
  };
  /// Asks whether to go on, and for the time of the next cell; zero if none is left.
  std::chrono::nanoseconds begin() {
    const auto all = static_cast<double>(cells_.latencies.size() + cells_.bandwidths.size());
    done_ = static_cast<double>(begun_++) / all;
    if (!goOn())
      return std::chrono::nanoseconds::zero();
    return times_.next(Clock::now());
  }

  bool goOn() { return wanted_ = wanted_ && request_.progress("memory", done_); }

  Expected<Reading> read(const std::vector<std::uint32_t> &cpus, const Measure &measure) {
    return undisturbed(measure, [&] { return stolenFrom(cpus); }, end_);
  }

  [[nodiscard]] std::uint32_t bindingOf(std::uint32_t node) const {
    return bound_ ? node : kNoNode;
  }

  [[nodiscard]] std::vector<std::uint32_t> othersThan(std::uint32_t cpu) const {
    std::vector<std::uint32_t> cpus = hardware_.cpus;
    std::erase(cpus, cpu);
    return cpus;
  }

  Expected<void> prepareChain(std::uint32_t cpu, std::uint32_t node, PageKind pages) {
    if (chain_ && chain_->node == node && chain_->pages == pages)
      return {};
    chain_.reset();
    const std::uint64_t caches = std::max(hardware_.l3_bytes, hardware_.l2_bytes);
    FSFIND_TRY(NodeMemory memory,
               NodeMemory::map(bytesBeyond(caches, kMostChain, node), bindingOf(node), pages));
    const std::array cpus = {cpu};
    FSFIND_CHECK(runPinned(
        cpus, [&] { return goOn(); },
        [&](const Member &) { chain(memory.bytes(), hardware_.line_size, request_.seed); }));
    chain_.emplace(Chain{std::move(memory), node, pages});
    return {};
  }

  Expected<void> latency(MemoryLatency cell) {
    const std::chrono::nanoseconds time = begin();
    if (!wanted_ || (cell.pages == PageKind::Huge && no_huge_))
      return {};
    if (time == std::chrono::nanoseconds::zero()) {
      leaveOut(cell.ns);
      map_.latencies.push_back(cell);
      return {};
    }
    FSFIND_CHECK(prepareChain(cell.cpu, cell.node, cell.pages));
    if (cell.pages == PageKind::Huge && !chain_->memory.isMostlyHuge()) {
      noteNoHugePages();
      return {};
    }
    std::vector<std::uint32_t> cpus = {cell.cpu};
    if (cell.loaded)
      for (const std::uint32_t cpu : othersThan(cell.cpu))
        cpus.push_back(cpu);
    FSFIND_TRY(cell.ns, read(cpus, [&] { return chase(cpus, time); }));
    if (wanted_)
      map_.latencies.push_back(cell);
    return {};
  }

  /// The first CPU follows the chain; the others read the memory meanwhile.
  Expected<Attempt> chase(const std::vector<std::uint32_t> &cpus, std::chrono::nanoseconds time) {
    const std::span<std::byte> memory = chain_->memory.bytes();
    std::vector<double> values;
    FSFIND_TRY(
        const CrewRun run,
        runPinned(
            cpus, [&] { return goOn(); },
            [&](const Member &member) {
              if (member.index != 0) {
                const std::size_t piece = std::min<std::size_t>(memory.size(), kMega);
                for (std::size_t at = member.index * piece; !member.ended; at += piece)
                  stream(Streaming::Read,
                         memory.subspan(at % (memory.size() / piece * piece), piece), 0);
                return;
              }
              const void *at = follow(memory.data(), kLoads);
              const Clock::time_point end = Clock::now() + time;
              for (Clock::time_point before = Clock::now(), now = before;
                   now < end && values.size() < kMostMeasurements && !member.ended; before = now) {
                at = follow(at, kLoads);
                now = Clock::now();
                values.push_back(std::chrono::duration<double, std::nano>(now - before).count() /
                                 kLoads);
              }
              member.ended = at != nullptr; // always; so that compilers do not leave the loads out
            }));
    return Attempt{std::move(values), run.interrupted};
  }

  [[nodiscard]] std::vector<std::uint32_t> cpusOf(const Bandwidth &cell) const {
    std::vector<std::uint32_t> cpus = hardware_.cpus;
    for (const NodeParts &node : hardware_.nodes)
      if (node.node == cell.cpu_node)
        cpus = node.cpus;
    cpus.resize(std::min<std::size_t>(cpus.size(), cell.threads));
    return cpus;
  }

  Expected<void> bandwidth(Bandwidth cell) {
    const std::chrono::nanoseconds time = begin();
    if (!wanted_ || (cell.pages == PageKind::Huge && no_huge_))
      return {};
    if (time == std::chrono::nanoseconds::zero()) {
      leaveOut(cell.gb_per_s);
      map_.bandwidths.push_back(cell);
      return {};
    }
    const std::vector<std::uint32_t> cpus = cpusOf(cell);
    std::vector<NodeMemory> memories;
    std::vector<StreamPart> parts;
    for (const std::uint32_t cpu : cpus) {
      const std::uint32_t node =
          cell.memory_node == kNoNode ? hardware_.topology.cpus[cpu].node : cell.memory_node;
      FSFIND_TRY(NodeMemory memory, NodeMemory::map(bytesOfStream(hardware_, cpus, node),
                                                    bindingOf(node), cell.pages));
      parts.push_back({cpu, memory.bytes()});
      memories.push_back(std::move(memory));
    }
    FSFIND_TRY(cell.gb_per_s, read(cpus, [&] {
                 return streamTogether(cell.streaming, parts, time, [&] { return goOn(); });
               }));
    if (wanted_)
      map_.bandwidths.push_back(cell);
    return {};
  }

  void leaveOut(Reading &reading) {
    reading.gap = Gap::NoTime;
    ++map_.left_out;
  }

  void noteNoHugePages() {
    if (!no_huge_)
      map_.notes.push_back(fmt::format("the system gives no huge pages here ({}): memory is "
                                       "measured with small ones only",
                                       hugePageSetting()));
    no_huge_ = true;
  }

  const TimingRequest &request_;
  const Hardware &hardware_;
  MachineMap &map_;
  MemoryCells cells_;
  Clock::time_point end_;
  CellTimes times_;
  bool bound_;
  std::optional<Chain> chain_;
  bool wanted_ = true, no_huge_ = false;
  std::size_t begun_ = 0;
  double done_ = 0;
};

} // namespace

Expected<void> timeMemory(const TimingRequest &request, const Hardware &hardware,
                          Clock::time_point end, MachineMap &map) {
  return MemoryTimer(request, hardware, end, map).run();
}

} // namespace fsfind::timing
