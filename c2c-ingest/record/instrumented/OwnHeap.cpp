#include "c2c-ingest/record/instrumented/OwnHeap.h"

#include "c2c-ingest/record/instrumented/Runtime.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <sys/syscall.h>

namespace fsfind::record::instrumented {

constinit OwnHeap own_heap;

namespace {

/// Lies before each block.
struct Head {
  std::uint32_t size_class;
  std::uint32_t to_begin; ///< bytes from where the class's memory begins to the block
  std::uint64_t size;     ///< that was asked for
};
static_assert(sizeof(Head) == 16);

Head *headOf(const void *block) {
  return const_cast<Head *>(static_cast<const Head *>(block)) - 1;
}

/// Classes have 16, 20, 24, 28, 32, 40, … bytes, and so on; at least `size`.
unsigned classOf(std::size_t size) {
  const std::size_t least = std::max<std::size_t>(size, 16);
  const unsigned power = static_cast<unsigned>(std::bit_width(least - 1)) - 1; // 2^power < least
  const std::size_t quarter = (std::size_t{1} << power) / 4;
  const std::size_t over = least - (std::size_t{1} << power);
  return (power - 3) * 4 + static_cast<unsigned>((over + quarter - 1) / quarter);
}
std::size_t bytesOf(unsigned size_class) {
  const unsigned power = size_class / 4 + 3;
  return (std::size_t{1} << power) + size_class % 4 * (std::size_t{1} << power) / 4;
}

/// The C library's function may be the program's.
long call(long number, long first = 0, long second = 0, long third = 0, long fourth = 0,
          long fifth = 0, long sixth = 0) {
#ifdef __x86_64__
  long result = number;
  register long r10 __asm__("r10") = fourth;
  register long r8 __asm__("r8") = fifth;
  register long r9 __asm__("r9") = sixth;
  __asm__ volatile("syscall"
                   : "+a"(result)
                   : "D"(first), "S"(second), "d"(third), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
#else
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = first;
  register long x1 __asm__("x1") = second;
  register long x2 __asm__("x2") = third;
  register long x3 __asm__("x3") = fourth;
  register long x4 __asm__("x4") = fifth;
  register long x5 __asm__("x5") = sixth;
  __asm__ volatile("svc 0"
                   : "+r"(x0)
                   : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                   : "memory");
  return x0;
#endif
}

bool failed(long result) {
  constexpr long kLargestError = 4095;
  return result < 0 && result >= -kLargestError;
}

} // namespace

void OwnHeap::lock() {
  while (std::atomic_ref(locked_).exchange(1, std::memory_order_acquire) != 0)
    call(SYS_sched_yield);
}

void OwnHeap::unlock() {
  std::atomic_ref(locked_).store(0, std::memory_order_release);
}

/// Addresses only; less where the process may have no more.
bool OwnHeap::reserve() {
  for (std::size_t size = std::size_t{64} << 30; size >= std::size_t{64} << 20; size /= 4) {
    const long at = call(SYS_mmap, 0, static_cast<long>(size), PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (failed(at))
      continue;
    begin_ = next_ = static_cast<std::uintptr_t>(at);
    size_ = size;
    return true;
  }
  return false;
}

void *OwnHeap::take(std::size_t size, std::size_t alignment) {
  if (size > std::size_t{1} << 40 || alignment > std::size_t{1} << 20)
    return nullptr;
  const std::size_t room = alignment > sizeof(Head) ? alignment : 0;
  const unsigned size_class = classOf(sizeof(Head) + size + room);
  const std::size_t bytes = (bytesOf(size_class) + 15) / 16 * 16;
  lock();
  std::uintptr_t begin = 0;
  if (Free *known = free_[size_class]; known != nullptr) {
    free_[size_class] = known->next;
    begin = reinterpret_cast<std::uintptr_t>(known);
  } else if ((begin_ != 0 || reserve()) && bytes <= begin_ + size_ - next_) {
    begin = next_;
    next_ += bytes;
  }
  unlock();
  if (begin == 0)
    return nullptr;
  const std::size_t step = std::max(alignment, sizeof(Head));
  const std::uintptr_t at = (begin + sizeof(Head) + step - 1) / step * step;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): within what was mapped
  auto *block = reinterpret_cast<void *>(at);
  *headOf(block) = {size_class, static_cast<std::uint32_t>(at - begin), size};
  return block;
}

void OwnHeap::giveBack(void *block) {
  constexpr std::size_t kLarge = std::size_t{1} << 20;
  const Head head = *headOf(block);
  // NOLINTNEXTLINE(performance-no-int-to-ptr): where the block's memory begins
  auto *begin = reinterpret_cast<Free *>(reinterpret_cast<std::uintptr_t>(block) - head.to_begin);
  if (const std::size_t bytes = bytesOf(head.size_class); bytes >= kLarge) {
    const std::uintptr_t page = (reinterpret_cast<std::uintptr_t>(begin) + 4095) / 4096 * 4096;
    const std::uintptr_t end = (reinterpret_cast<std::uintptr_t>(begin) + bytes) / 4096 * 4096;
    call(SYS_madvise, static_cast<long>(page), static_cast<long>(end - page), MADV_DONTNEED);
  }
  lock();
  begin->next = free_[head.size_class];
  free_[head.size_class] = begin;
  unlock();
}

std::size_t OwnHeap::sizeOf(const void *block) {
  return headOf(block)->size;
}

} // namespace fsfind::record::instrumented

using fsfind::record::instrumented::own_heap;

// What --wrap has the linker call. `__real_`: the program's.

FSFIND_OWN void __real_free(void *block);

namespace {

void *orAbort(void *block) {
  return block != nullptr ? block : (std::abort(), nullptr);
}

} // namespace

FSFIND_OWN void *__wrap_malloc(std::size_t size) {
  return own_heap.take(size);
}
FSFIND_OWN void __wrap_free(void *block) {
  if (block == nullptr)
    return;
  if (own_heap.holds(block))
    own_heap.giveBack(block);
  else // the C library's, for whoever called it
    __real_free(block);
}
FSFIND_OWN void *__wrap_calloc(std::size_t count, std::size_t size) {
  void *block = own_heap.take(count * size);
  return block == nullptr ? nullptr : std::memset(block, 0, count * size);
}
FSFIND_OWN void *__wrap_realloc(void *block, std::size_t size) {
  void *larger = own_heap.take(size);
  if (larger != nullptr && block != nullptr) {
    std::memcpy(larger, block,
                std::min(size, fsfind::record::instrumented::OwnHeap::sizeOf(block)));
    own_heap.giveBack(block);
  }
  return larger;
}
FSFIND_OWN void *__wrap_aligned_alloc(std::size_t alignment, std::size_t size) {
  return own_heap.take(size, alignment);
}
FSFIND_OWN void *__wrap__Znwm(std::size_t size) {
  return orAbort(own_heap.take(size));
}
FSFIND_OWN void *__wrap__Znam(std::size_t size) {
  return orAbort(own_heap.take(size));
}
FSFIND_OWN void *__wrap__ZnwmRKSt9nothrow_t(std::size_t size, const void *) {
  return own_heap.take(size);
}
FSFIND_OWN void *__wrap__ZnamRKSt9nothrow_t(std::size_t size, const void *) {
  return own_heap.take(size);
}
FSFIND_OWN void *__wrap__ZnwmSt11align_val_t(std::size_t size, std::size_t alignment) {
  return orAbort(own_heap.take(size, alignment));
}
FSFIND_OWN void *__wrap__ZnamSt11align_val_t(std::size_t size, std::size_t alignment) {
  return orAbort(own_heap.take(size, alignment));
}
