#include "c2c-ingest/clock/Meetings.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace fsfind::clock {

std::vector<bool> ranTogether(const std::vector<Seen> &samples) {
  std::vector<std::uint32_t> order(samples.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return samples[a].time < samples[b].time;
  });
  // Of each processor the last sample; the loop goes forward once, and each meeting counts for
  // both. Where processors are not recorded, threads stand for them.
  std::vector<bool> together(samples.size());
  std::map<std::uint32_t, std::uint32_t> last;
  for (const std::uint32_t number : order) {
    const Seen &now = samples[number];
    const std::uint32_t place = now.cpu == UINT32_MAX ? now.tid : now.cpu;
    for (const auto &[elsewhere, before] : last) {
      const Seen &other = samples[before];
      const std::uint64_t near = std::max(now.period, other.period) * 3 / 2;
      if (elsewhere != place && other.tid != now.tid && now.time - other.time <= near)
        together[number] = together[before] = true;
    }
    last[place] = number;
  }
  return together;
}

bool meet(std::vector<LineUse> &uses) {
  // Fewer turns than these may be chance.
  constexpr std::uint64_t kLeastTurns = 4;
  // Threads that use a line at random times take a turn at as many of the steps from one use to the
  // next as two uses drawn at random are of two threads. Data that is handed over has far fewer.
  constexpr double kOfRandom = 0.25;
  std::sort(uses.begin(), uses.end(),
            [](const LineUse &a, const LineUse &b) { return a.time < b.time; });
  std::uint64_t turns = 0;
  for (std::size_t i = 1; i < uses.size(); ++i)
    turns += uses[i].tid != uses[i - 1].tid && (uses[i].writes || uses[i - 1].writes);
  if (turns < kLeastTurns)
    return false;
  struct Count {
    double uses = 0, writes = 0;
  };
  std::map<std::uint32_t, Count> by_thread;
  for (const LineUse &use : uses) {
    ++by_thread[use.tid].uses;
    by_thread[use.tid].writes += use.writes;
  }
  // Pairs of uses by two threads of which one at least writes, of all pairs.
  const double all = static_cast<double>(uses.size());
  double reads = 0, pairs = all * all, quiet = 0;
  for (const auto &[tid, count] : by_thread) {
    pairs -= count.uses * count.uses;
    const double read = count.uses - count.writes;
    quiet -= read * read;
    reads += read;
  }
  quiet += reads * reads;
  return static_cast<double>(turns) >= kOfRandom * (pairs - quiet) / all;
}

} // namespace fsfind::clock
