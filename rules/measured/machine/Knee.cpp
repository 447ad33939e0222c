#include "rules/measured/machine/Knee.h"

#include <algorithm>
#include <map>

namespace fsfind {

namespace {

/// Less than so much of the best bandwidth is worth more threads.
constexpr double kNearly = 0.95;

} // namespace

std::optional<Knee> kneeOf(const MachineMap &map, std::uint32_t node, PageKind pages) {
  std::map<std::uint32_t, double> by_threads;
  for (const Bandwidth &one : map.bandwidths)
    if (one.streaming == Streaming::Triad && one.pages == pages && one.cpu_node == node &&
        one.memory_node == node && one.gb_per_s.value.count != 0)
      by_threads[one.threads] = one.gb_per_s.value.median;
  if (by_threads.size() < 2)
    return std::nullopt;
  Knee knee{node, pages, 0, by_threads.rbegin()->first, 0};
  for (const auto &[threads, gb_per_s] : by_threads)
    knee.gb_per_s = std::max(knee.gb_per_s, gb_per_s);
  for (const auto &[threads, gb_per_s] : by_threads)
    if (knee.threads == 0 && gb_per_s >= kNearly * knee.gb_per_s)
      knee.threads = threads;
  return knee;
}

} // namespace fsfind
