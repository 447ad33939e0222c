#pragma once

#include <cstddef>
#include <cstdint>
#include <linux/perf_event.h>
#include <span>
#include <utility>

namespace fsfind::record::clock {

/// The memory that the kernel writes an event's records to (perf_event_open(2), MMAP layout).
class Ring {
public:
  /// Maps `bytes`, a power of two of pages, of an event; not mapped, with errno, if that fails.
  Ring(int event, std::size_t bytes);
  ~Ring();
  Ring(Ring &&other) noexcept
      : page_(std::exchange(other.page_, nullptr)), mapped_(other.mapped_) {}
  Ring &operator=(Ring &&) = delete;

  [[nodiscard]] bool isMapped() const { return page_ != nullptr; }

  /// What the kernel has written and nobody has taken: whole records, in two pieces where they run
  /// over the ring's end.
  struct Records {
    std::span<const std::byte> first, then;
    std::uint64_t head = 0;
  };
  [[nodiscard]] Records written() const;
  /// Gives the room of these records back to the kernel.
  void release(const Records &records);

private:
  perf_event_mmap_page *page_ = nullptr;
  std::size_t mapped_ = 0;
};

} // namespace fsfind::record::clock
