#pragma once

#include "c2c-ingest/base/Workers.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>

namespace fsfind::ingest {

/// As many threads as the user asked for; by default as many as the machine has.
inline unsigned workerCount(unsigned asked) {
  return asked ? asked : std::max(1U, std::thread::hardware_concurrency());
}

/// Calls `work(i)` for every i below `count`, from up to `workers` threads, the caller among them.
template <class Work> void parallelFor(std::size_t count, unsigned workers, const Work &work) {
  constexpr std::size_t kChunk = 16; // small for even shares, large to pay for the atomic add
  std::atomic<std::size_t> next = 0;
  const auto loop = [&] {
    for (std::size_t first = next.fetch_add(kChunk); first < count; first = next.fetch_add(kChunk))
      for (std::size_t i = first; i < std::min(first + kChunk, count); ++i)
        work(i);
  };
  const std::size_t useful = std::min<std::size_t>(workers, count / kChunk);
  Workers others(1, static_cast<unsigned>(useful), [&](unsigned) { loop(); });
  loop();
  others.join();
}

/// Calls `work(worker, i)` for every i below `count`, from up to `workers` threads, the caller
/// among them, one at a time: for work that is long or uneven. worker < workers.
template <class Work> void parallelForEach(std::size_t count, unsigned workers, const Work &work) {
  std::atomic<std::size_t> next = 0;
  const auto loop = [&](unsigned worker) {
    for (std::size_t i = next++; i < count; i = next++)
      work(worker, i);
  };
  const auto useful = static_cast<unsigned>(std::min<std::size_t>(std::max(workers, 1U), count));
  Workers others(1, useful, loop);
  loop(0);
  others.join();
}

} // namespace fsfind::ingest
