#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace fsfind::record::sim {

/// Lines that a CPU has held in its private cache for a while: accesses to them by its threads hit
/// it, and need not be modelled. The model grants and revokes, threads ask; what a thread does in
/// the moment until it learns that a grant was revoked is not modelled.
class Grants {
public:
  enum Right : std::uint64_t { Load = 1, Store = 2 };

  explicit Grants(std::uint32_t line_size)
      : mask_(~std::uint64_t{line_size - 1}),
        shift_(static_cast<unsigned>(std::countr_zero(line_size))) {}

  /// Whether an access is granted. One that is not aligned to its size may leave its line.
  [[nodiscard]] bool allow(std::uint64_t address, std::uint64_t size, bool stores) const {
    const std::uint64_t grant = slot(address).load(std::memory_order_relaxed);
    return ((grant ^ address) & mask_) == 0 && (grant & (stores ? Store : Load)) != 0 &&
           (address & (size - 1)) == 0;
  }
  [[nodiscard]] bool has(std::uint64_t line) const {
    return (slot(line).load(std::memory_order_relaxed) & mask_) == line;
  }
  void give(std::uint64_t line, std::uint64_t rights) {
    slot(line).store(line | rights, std::memory_order_relaxed);
  }
  void revoke(std::uint64_t line) {
    if (has(line))
      slot(line).store(0, std::memory_order_relaxed);
  }
  void revokeAll() {
    for (std::atomic<std::uint64_t> &slot : slots_)
      slot.store(0, std::memory_order_relaxed);
  }

private:
  static constexpr std::size_t kSlots = 1024;
  [[nodiscard]] const std::atomic<std::uint64_t> &slot(std::uint64_t address) const {
    return slots_[(address >> shift_) % kSlots];
  }
  std::atomic<std::uint64_t> &slot(std::uint64_t address) {
    return slots_[(address >> shift_) % kSlots];
  }

  std::uint64_t mask_;
  unsigned shift_;
  std::array<std::atomic<std::uint64_t>, kSlots> slots_{}; ///< lines with their rights
};

} // namespace fsfind::record::sim
