#pragma once

#include <atomic>
#include <cstdint>

namespace fsfind::record::sim {

/// Nanoseconds since the recording began, as long as each simulated CPU runs an instruction in
/// each.
class SimulatedTime {
public:
  /// `passed`: of programs before this one, ns.
  SimulatedTime(std::uint32_t cpus, std::uint64_t passed) : cpus_(cpus), begin_(kStart + passed) {}

  [[nodiscard]] std::uint64_t now() const {
    return begin_ + instructions_.load(std::memory_order_relaxed) / cpus_;
  }
  /// What a program that follows is to be told as `passed`.
  [[nodiscard]] std::uint64_t passed() const { return now() + 1 - kStart; }

  /// Counts; returns the time then.
  std::uint64_t advance(std::uint64_t instructions) {
    return begin_ +
           (instructions_.fetch_add(instructions, std::memory_order_relaxed) + instructions) /
               cpus_;
  }
  /// Later than all times told so far.
  std::uint64_t next() { return advance(cpus_); }

private:
  static constexpr std::uint64_t kStart = 1'000'000'000;
  std::uint64_t cpus_, begin_;
  std::atomic<std::uint64_t> instructions_{0};
};

} // namespace fsfind::record::sim
