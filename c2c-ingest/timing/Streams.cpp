#include "c2c-ingest/timing/Streams.h"

#include "c2c-ingest/timing/MemoryKernels.h"
#include "c2c-ingest/timing/NodeMemory.h"
#include "c2c-ingest/timing/SpinBarrier.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <utility>
#include <vector>

namespace fsfind::timing {

namespace {

using Clock = CellTimes::Clock;

double rate(const std::vector<std::uint64_t> &bytes, Clock::duration time) {
  std::uint64_t sum = 0;
  for (const std::uint64_t part : bytes)
    sum += part;
  // Bytes in a nanosecond are 1e9 bytes in a second.
  return static_cast<double>(sum) / std::chrono::duration<double, std::nano>(time).count();
}

} // namespace

Expected<Attempt> streamTogether(Streaming streaming, std::span<const StreamPart> parts,
                                 std::chrono::nanoseconds time, const GoOn &go_on) {
  std::vector<double> values;
  std::vector<std::uint64_t> bytes(parts.size());
  std::uint64_t rounds = 0;
  Clock::time_point before{}, end{};
  bool over = false;
  const std::atomic<bool> *ended = nullptr;
  const auto between = [&] {
    const Clock::time_point now = Clock::now();
    if (rounds++ == 0)
      end = now + time;
    else
      values.push_back(rate(bytes, now - before));
    over = values.size() >= kMostMeasurements || (rounds > 1 && now >= end) || *ended;
    before = now;
  };
  SpinBarrier barrier(parts.size(), between);
  std::vector<std::uint32_t> cpus;
  for (const StreamPart &part : parts)
    cpus.push_back(part.cpu);
  const auto work = [&](const Member &member) {
    const std::span<std::byte> part = parts[member.index].bytes;
    if (member.index == 0)
      ended = &member.ended;
    stream(Streaming::Write, part, 0);
    for (std::uint64_t round = 0; barrier.arriveAndWait(), !over; ++round)
      bytes[member.index] = stream(streaming, part, round);
  };
  FSFIND_TRY(const CrewRun run, runPinned(cpus, go_on, work));
  return Attempt{std::move(values), run.interrupted};
}

std::uint64_t bytesBeyond(std::uint64_t caches, std::uint64_t most, std::uint32_t node) {
  constexpr std::uint64_t kLeastBytes = 64 * kMega;
  constexpr std::uint64_t kTimesCaches = 4; // STREAM's rule: so much larger than caches
  constexpr std::uint64_t kPartOfFree = 4;  // of a node's free memory, one part in so many
  std::uint64_t bytes = std::clamp(kTimesCaches * caches, kLeastBytes, most);
  if (const auto free = freeBytes(node))
    bytes = std::min(bytes, *free / kPartOfFree);
  return std::max(bytes, kMega);
}

std::uint64_t bytesOfStream(const Hardware &hardware, std::span<const std::uint32_t> cpus,
                            std::uint32_t node) {
  constexpr std::uint64_t kMostStream = 2048 * kMega; // of all threads together
  constexpr std::uint64_t kWhole = 4096;              // threads do not share a page
  std::set<std::uint32_t> l3s;
  for (const std::uint32_t cpu : cpus)
    l3s.insert(hardware.topology.cpus[cpu].l3);
  const std::uint64_t caches = l3s.size() * hardware.l3_bytes + cpus.size() * hardware.l2_bytes;
  return bytesBeyond(caches, kMostStream, node) / cpus.size() / kWhole * kWhole + kWhole;
}

} // namespace fsfind::timing
