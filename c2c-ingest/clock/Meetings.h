#pragma once

#include <cstdint>
#include <vector>

namespace fsfind::clock {

/// When a thread was seen, by a sample of the clock.
struct Seen {
  std::uint64_t time = 0;                  ///< ns
  std::uint64_t period = 0;                ///< ns of processor time that the sample stands for
  std::uint32_t tid = 0, cpu = UINT32_MAX; ///< UINT32_MAX = not recorded
};

/// For each of the samples, whether another thread was seen on another processor within one and a
/// half periods before or after: the two ran at the same time. In the order of `samples`.
[[nodiscard]] std::vector<bool> ranTogether(const std::vector<Seen> &samples);

/// A thread's use of a line of memory.
struct LineUse {
  std::uint64_t time = 0; ///< ns
  std::uint32_t tid = 0;
  bool writes = false;
};

/// Whether threads use the line against each other: one writes it, and they take turns at it,
/// rather than the one when the other has done (data that is handed over). `uses` are those at
/// which threads ran together; they are sorted by time here.
[[nodiscard]] bool meet(std::vector<LineUse> &uses);

} // namespace fsfind::clock
