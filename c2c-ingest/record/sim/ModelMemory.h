#pragma once

#include <cstddef>
#include <new>
#include <sys/mman.h>
#include <type_traits>
#include <utility>

namespace fsfind::record::sim {

/// Zeroed memory of a cache model, handed out in pieces. It is the process's own, or part of memory
/// that several processes share.
class ModelMemory {
public:
  /// Own memory of so many bytes; pages that nobody touches cost nothing. Throws std::bad_alloc.
  explicit ModelMemory(std::size_t size) : size_(size) {
    void *block = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block == MAP_FAILED)
      throw std::bad_alloc();
    own_ = next_ = static_cast<std::byte *>(block);
  }
  /// Memory of somebody else, who keeps it; all users take the same pieces in the same order.
  explicit ModelMemory(std::byte *shared) : next_(shared) {}
  ModelMemory(ModelMemory &&other) noexcept
      : own_(std::exchange(other.own_, nullptr)), next_(other.next_), size_(other.size_) {}
  ModelMemory(const ModelMemory &) = delete;
  ModelMemory &operator=(const ModelMemory &) = delete;
  ~ModelMemory() {
    if (own_ != nullptr)
      munmap(own_, size_);
  }

  /// The bytes that `take` uses up.
  template <class T> static constexpr std::size_t bytesOf(std::size_t count) {
    return (count * sizeof(T) + kAlignment - 1) / kAlignment * kAlignment;
  }
  /// The next `count` objects, all of whose bytes are 0.
  template <class T> T *take(std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= kAlignment);
    auto *piece = reinterpret_cast<T *>(next_);
    next_ += bytesOf<T>(count);
    return piece;
  }
  /// Own memory becomes 0 again.
  void clear() {
    if (own_ != nullptr)
      madvise(own_, size_, MADV_DONTNEED);
  }

private:
  static constexpr std::size_t kAlignment = 64;
  std::byte *own_ = nullptr, *next_ = nullptr;
  std::size_t size_ = 0;
};

} // namespace fsfind::record::sim
