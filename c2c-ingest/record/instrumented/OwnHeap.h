#pragma once

#include <cstddef>
#include <cstdint>

/// Memory of this library's own: the program's allocator may be the program's code, hold a lock
/// where a signal handler's access comes here, and would lay the program's blocks elsewhere. The
/// linker has all that this library calls of malloc, its like and operator new come here (--wrap).
namespace fsfind::record::instrumented {

class OwnHeap {
public:
  /// Null if there is no memory. `alignment`: a power of two.
  void *take(std::size_t size, std::size_t alignment = 16);
  /// Of a block of this heap.
  void giveBack(void *block);
  [[nodiscard]] static std::size_t sizeOf(const void *block);
  /// Whether the block is of this heap.
  [[nodiscard]] bool holds(const void *block) const {
    const auto at = reinterpret_cast<std::uintptr_t>(block);
    return at - begin_ < size_;
  }
  /// Around fork(2).
  void lock();
  void unlock();

private:
  struct Free {
    Free *next;
  };
  static constexpr std::size_t kClasses = 160; ///< four of each power of two
  bool reserve();

  std::uintptr_t begin_ = 0, next_ = 0;
  std::size_t size_ = 0;
  int locked_ = 0;
  Free *free_[kClasses] = {};
};

extern constinit OwnHeap own_heap;

} // namespace fsfind::record::instrumented
