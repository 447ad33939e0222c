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
  // Each looks back, and a meeting counts for both. So many samples lie between two of threads that
  // ran together only if these are hundreds, and then nearer ones have met as well.
  constexpr std::size_t kFarthest = 64;
  const auto apart = [](const Seen &one, const Seen &other) {
    // Where processors are not recorded, threads stand for them.
    return one.tid != other.tid && (one.cpu != other.cpu || one.cpu == UINT32_MAX);
  };
  std::vector<bool> together(samples.size());
  for (std::size_t at = 0; at < order.size(); ++at)
    for (std::size_t back = 1; back <= std::min(at, kFarthest); ++back) {
      const Seen &now = samples[order[at]], &before = samples[order[at - back]];
      if (apart(now, before) &&
          now.time - before.time <= std::max(now.period, before.period) * 3 / 2)
        together[order[at]] = together[order[at - back]] = true;
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
