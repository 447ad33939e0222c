#include "c2c-ingest/timing/MemoryTimes.h"

#include "c2c-ingest/timing/Crew.h"
#include "c2c-ingest/timing/MemoryKernels.h"
#include "c2c-ingest/timing/NodeMemory.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <numa.h>
#include <optional>
#include <set>
#include <utility>

namespace fsfind::timing {

namespace {

using Clock = CellTimes::Clock;

constexpr std::uint64_t kMega = std::uint64_t{1} << 20;
constexpr std::uint64_t kLeastBytes = 64 * kMega;
constexpr std::uint64_t kMostChain = 512 * kMega;   ///< building a longer one takes too long
constexpr std::uint64_t kMostStream = 2048 * kMega; ///< of one node's threads
constexpr std::uint64_t kTimesCaches = 4;           ///< STREAM's rule: so much larger than caches
constexpr std::uint64_t kPartOfFree = 4; ///< of a node's free memory, one part in so many
constexpr std::uint64_t kLoads = 4096;   ///< that are timed together
constexpr std::size_t kMostMeasurements = 1000;

/// Bytes that do not fit the caches, as far as the node has them.
std::uint64_t bytesFor(std::uint64_t caches, std::uint64_t most, std::uint32_t node) {
  long long free = 0;
  std::uint64_t bytes = std::clamp(kTimesCaches * caches, kLeastBytes, most);
  if (numa_available() >= 0 && numa_node_size64(static_cast<int>(node), &free) > 0 && free > 0)
    bytes = std::min(bytes, static_cast<std::uint64_t>(free) / kPartOfFree);
  return std::max(bytes, kMega);
}

/// Whether most of the memory has huge pages, by /proc/self/smaps (proc(5)).
bool isMostlyHuge(const record::Host &host, std::span<const std::byte> memory) {
  return 2 * hugeBytes(host.read("/proc/self/smaps").value_or(""),
                       reinterpret_cast<std::uintptr_t>(memory.data())) >
         memory.size();
}

class MemoryTimer {
public:
  MemoryTimer(const TimingRequest &request, const Hardware &hardware, const record::Host &host,
              Clock::time_point end, MachineMap &map)
      : request_(request), hardware_(hardware), host_(host), map_(map),
        cells_(memoryCells(hardware)),
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
  /// What one thread streams over.
  struct Part {
    std::uint32_t cpu = 0;
    std::span<std::byte> bytes;
  };

  /// Asks whether to go on, and for the time of the next cell; zero if it is left out.
  std::chrono::nanoseconds begin() {
    const auto all = static_cast<double>(cells_.latencies.size() + cells_.bandwidths.size());
    done_ = static_cast<double>(begun_++) / all;
    if (!goOn())
      return std::chrono::nanoseconds::zero();
    const std::chrono::nanoseconds time = times_.next(Clock::now());
    map_.left_out += time == std::chrono::nanoseconds::zero() ? 1 : 0;
    return time;
  }

  bool goOn() { return wanted_ = wanted_ && request_.progress("memory", done_); }

  Expected<Reading> read(const std::vector<std::uint32_t> &cpus, const Measure &measure) {
    return undisturbed(measure,
                       [&] { return stolenTicks(host_.read("/proc/stat").value_or(""), cpus); });
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
               NodeMemory::map(bytesFor(caches, kMostChain, node), bindingOf(node), pages));
    const std::array cpus = {cpu};
    FSFIND_CHECK(runPinned(
        cpus, [&] { return goOn(); },
        [&](const Member &) { chain(memory.bytes(), hardware_.line_size, request_.seed); }));
    chain_.emplace(Chain{std::move(memory), node, pages});
    return {};
  }

  Expected<void> latency(MemoryLatency cell) {
    const std::chrono::nanoseconds time = begin();
    if (time == std::chrono::nanoseconds::zero())
      return {};
    FSFIND_CHECK(prepareChain(cell.cpu, cell.node, cell.pages));
    if (cell.pages == PageKind::Huge && !isMostlyHuge(host_, chain_->memory.bytes())) {
      noteNoHugePages();
      return {};
    }
    std::vector<std::uint32_t> cpus = {cell.cpu};
    if (cell.loaded)
      for (const std::uint32_t cpu : othersThan(cell.cpu))
        cpus.push_back(cpu);
    FSFIND_TRY(cell.ns, read(cpus, [&] { return chase(cpus, time); }));
    if (wanted_ && cell.ns.value.count != 0)
      map_.latencies.push_back(cell);
    return {};
  }

  /// The first CPU follows the chain; the others read the memory meanwhile.
  Expected<std::vector<double>> chase(const std::vector<std::uint32_t> &cpus,
                                      std::chrono::nanoseconds time) {
    const std::span<std::byte> memory = chain_->memory.bytes();
    std::vector<double> values;
    FSFIND_CHECK(runPinned(
        cpus, [&] { return goOn(); },
        [&](const Member &member) {
          if (member.index != 0) {
            const std::size_t piece = std::min<std::size_t>(memory.size(), kMega);
            for (std::size_t at = member.index * piece; !member.ended; at += piece)
              stream(Streaming::Read, memory.subspan(at % (memory.size() / piece * piece), piece),
                     0);
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
    return values;
  }

  [[nodiscard]] std::vector<std::uint32_t> cpusOf(const Bandwidth &cell) const {
    std::vector<std::uint32_t> cpus = hardware_.cpus;
    for (const NodeParts &node : hardware_.nodes)
      if (node.node == cell.cpu_node)
        cpus = node.cpus;
    cpus.resize(std::min<std::size_t>(cpus.size(), cell.threads));
    return cpus;
  }

  [[nodiscard]] std::uint64_t bytesOfThread(const Bandwidth &cell, std::uint32_t node) const {
    std::set<std::uint32_t> l3s;
    for (const std::uint32_t cpu : cpusOf(cell))
      l3s.insert(hardware_.topology.cpus[cpu].l3);
    const std::uint64_t caches =
        l3s.size() * hardware_.l3_bytes + cell.threads * hardware_.l2_bytes;
    constexpr std::uint64_t kWhole = 4096; // threads do not share a page
    return bytesFor(caches, kMostStream, node) / cell.threads / kWhole * kWhole + kWhole;
  }

  Expected<void> bandwidth(Bandwidth cell) {
    const std::chrono::nanoseconds time = begin();
    if (time == std::chrono::nanoseconds::zero() || (cell.pages == PageKind::Huge && no_huge_))
      return {};
    const std::vector<std::uint32_t> cpus = cpusOf(cell);
    std::vector<NodeMemory> memories;
    std::vector<Part> parts;
    for (const std::uint32_t cpu : cpus) {
      const std::uint32_t node =
          cell.memory_node == kNoNode ? hardware_.topology.cpus[cpu].node : cell.memory_node;
      FSFIND_TRY(NodeMemory memory,
                 NodeMemory::map(bytesOfThread(cell, node), bindingOf(node), cell.pages));
      parts.push_back({cpu, memory.bytes()});
      memories.push_back(std::move(memory));
    }
    FSFIND_TRY(cell.gb_per_s, read(cpus, [&] { return streams(cell, cpus, parts, time); }));
    if (wanted_ && cell.gb_per_s.value.count != 0)
      map_.bandwidths.push_back(cell);
    return {};
  }

  /// All threads go over their parts together, again and again. The first time, which makes the
  /// pages, is not timed.
  Expected<std::vector<double>> streams(const Bandwidth &cell,
                                        const std::vector<std::uint32_t> &cpus,
                                        const std::vector<Part> &parts,
                                        std::chrono::nanoseconds time) {
    std::vector<double> values;
    std::vector<std::uint64_t> bytes(parts.size());
    std::uint64_t rounds = 0;
    Clock::time_point before{}, end{};
    bool over = false;
    const std::atomic<bool> *ended = nullptr;
    const auto between = [&]() noexcept {
      const Clock::time_point now = Clock::now();
      if (rounds++ == 0)
        end = now + time;
      else
        values.push_back(rate(bytes, now - before));
      over = values.size() >= kMostMeasurements || (rounds > 1 && now >= end) || *ended;
      before = now;
    };
    std::barrier barrier(static_cast<std::ptrdiff_t>(parts.size()), between);
    FSFIND_CHECK(runPinned(
        cpus, [&] { return goOn(); },
        [&](const Member &member) {
          if (member.index == 0)
            ended = &member.ended;
          stream(Streaming::Write, parts[member.index].bytes, 0);
          for (std::uint64_t round = 0; barrier.arrive_and_wait(), !over; ++round)
            bytes[member.index] = stream(cell.streaming, parts[member.index].bytes, round);
        }));
    return values;
  }

  static double rate(const std::vector<std::uint64_t> &bytes, Clock::duration time) noexcept {
    std::uint64_t sum = 0;
    for (const std::uint64_t part : bytes)
      sum += part;
    // Bytes in a nanosecond are 1e9 bytes in a second.
    return static_cast<double>(sum) / std::chrono::duration<double, std::nano>(time).count();
  }

  void noteNoHugePages() {
    if (!no_huge_)
      map_.notes.emplace_back("the kernel gives no huge pages here (transparent_hugepage): memory "
                              "is measured with small ones only");
    no_huge_ = true;
  }

  const TimingRequest &request_;
  const Hardware &hardware_;
  const record::Host &host_;
  MachineMap &map_;
  MemoryCells cells_;
  CellTimes times_;
  bool bound_;
  std::optional<Chain> chain_;
  bool wanted_ = true, no_huge_ = false;
  std::size_t begun_ = 0;
  double done_ = 0;
};

} // namespace

Expected<void> timeMemory(const TimingRequest &request, const Hardware &hardware,
                          const record::Host &host, Clock::time_point end, MachineMap &map) {
  return MemoryTimer(request, hardware, host, end, map).run();
}

} // namespace fsfind::timing
