#pragma once

#include <atomic>
#include <cstddef>
#include <utility>

namespace fsfind::timing {

/// Where pinned threads wait for each other, again and again, without leaving their CPUs: they go
/// on within a microsecond, and time that a CPU was not theirs is other work's.
template <class Between> class SpinBarrier {
public:
  /// The last thread to come calls `between` before all go on.
  SpinBarrier(std::size_t threads, Between between)
      : threads_(threads), between_(std::move(between)) {}

  void arriveAndWait() {
    const std::size_t turn = turn_.load(std::memory_order_acquire);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == threads_) {
      between_();
      arrived_.store(0, std::memory_order_relaxed);
      turn_.store(turn + 1, std::memory_order_release);
      return;
    }
    while (turn_.load(std::memory_order_acquire) == turn) {
    }
  }

private:
  /// Bytes; on no machine are lines that processors fetch together larger.
  static constexpr std::size_t kApart = 256;

  std::size_t threads_;
  Between between_;
  alignas(kApart) std::atomic<std::size_t> arrived_ = 0;
  alignas(kApart) std::atomic<std::size_t> turn_ = 0; ///< on a line that waiting does not write
};

} // namespace fsfind::timing
