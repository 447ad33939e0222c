// project: ddprof (include/mpscringbuffer.hpp, src/ringbuffer.cc)
// reference: https://github.com/DataDog/ddprof/pull/131 (read)
// kind: producer-consumer
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: the shared first page of the allocation profiler's ring buffer keeps the writers' position and spin lock beside the position
//        of the reader, which is another process; the released header gives each its own line, of 128 bytes.
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

namespace ddprof {

constexpr std::size_t hardware_destructive_interference_size = 128;

#ifdef FIXED
#define DDPROF_SEPARATE alignas(hardware_destructive_interference_size)
#else
#define DDPROF_SEPARATE
#endif

class SpinLock {
public:
  void lock() noexcept {
    for (int k = 0;; ++k) {
      if (!_state.exchange(true, std::memory_order_acquire)) return;
      while (_state.load(std::memory_order_relaxed)) {
        if (k > 100) std::this_thread::yield();
        ++k;
      }
    }
  }
  bool try_lock() noexcept {
    return !_state.load(std::memory_order_relaxed) && !_state.exchange(true, std::memory_order_acquire);
  }
  void unlock() noexcept { _state.store(false, std::memory_order_release); }

private:
  std::atomic<bool> _state{false};
};

struct MPSCRingBufferMetaDataPage {
  DDPROF_SEPARATE uint64_t writer_pos; // expect: fsfind-adjacent-thread-fields
  SpinLock spinlock;                   // expect: fsfind-adjacent-thread-fields
  DDPROF_SEPARATE uint64_t reader_pos; // expect: fsfind-adjacent-thread-fields
};

struct MPSCRingBufferHeader {
  static constexpr uint64_t k_discard_bit = 1ul << 62;
  static constexpr uint64_t k_busy_bit = 1ul << 63;
  static bool is_busy(uint64_t sz) { return sz & k_busy_bit; }
  static bool is_discarded(uint64_t sz) { return sz & k_discard_bit; }
  static uint64_t length(uint64_t sz) { return sz & ~(k_busy_bit | k_discard_bit); }
  uint64_t size;
};

struct Buffer {
  std::byte *data = nullptr;
  std::size_t size = 0;
  bool empty() const { return size == 0; }
};

struct RingBuffer {
  std::size_t meta_size = 0;
  std::size_t data_size = 0;
  uint64_t mask = 0;
  void *base = nullptr;
  MPSCRingBufferMetaDataPage *meta = nullptr;
  std::byte *data = nullptr;
};

bool ring_buffer_attach(int fd, std::size_t buffer_size_order, RingBuffer *rb) {
  const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  rb->meta_size = page;
  rb->data_size = (std::size_t{1} << buffer_size_order) * page;
  char *region = static_cast<char *>(mmap(nullptr, rb->meta_size + 2 * rb->data_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  if (region == MAP_FAILED) return false;
  mmap(region + rb->meta_size + rb->data_size, rb->data_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd,
       static_cast<off_t>(rb->meta_size));
  mmap(region, rb->meta_size + rb->data_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0);
  rb->base = region;
  rb->mask = rb->data_size - 1;
  rb->meta = reinterpret_cast<MPSCRingBufferMetaDataPage *>(region);
  rb->data = reinterpret_cast<std::byte *>(region + rb->meta_size);
  return true;
}

class MPSCRingBufferWriter {
public:
  explicit MPSCRingBufferWriter(RingBuffer &rb)
      : _rb(rb), _tail(__atomic_load_n(&rb.meta->reader_pos, __ATOMIC_ACQUIRE)) {}

  Buffer reserve(std::size_t n) {
    const std::size_t n2 = (n + sizeof(MPSCRingBufferHeader) + 7) & ~std::size_t{7};
    MPSCRingBufferMetaDataPage *meta = _rb.meta;
    meta->spinlock.lock();
    const uint64_t writer_pos = __atomic_load_n(&meta->writer_pos, __ATOMIC_ACQUIRE);
    if (n2 > _rb.mask - (writer_pos - _tail)) {
      _tail = __atomic_load_n(&meta->reader_pos, __ATOMIC_ACQUIRE);
      if (n2 > _rb.mask - (writer_pos - _tail)) {
        meta->spinlock.unlock();
        return {};
      }
    }
    auto *hdr = reinterpret_cast<MPSCRingBufferHeader *>(_rb.data + (writer_pos & _rb.mask));
    __atomic_store_n(&hdr->size, n | MPSCRingBufferHeader::k_busy_bit, __ATOMIC_RELAXED);
    __atomic_store_n(&meta->writer_pos, writer_pos + n2, __ATOMIC_RELEASE);
    meta->spinlock.unlock();
    return {reinterpret_cast<std::byte *>(hdr + 1), n};
  }

  void commit(Buffer buf, bool discard = false) {
    auto *hdr = reinterpret_cast<MPSCRingBufferHeader *>(buf.data) - 1;
    const uint64_t sz = hdr->size & ~MPSCRingBufferHeader::k_busy_bit;
    __atomic_store_n(&hdr->size, discard ? sz | MPSCRingBufferHeader::k_discard_bit : sz, __ATOMIC_RELEASE);
  }

private:
  RingBuffer &_rb;
  uint64_t _tail;
};

class MPSCRingBufferReader {
public:
  explicit MPSCRingBufferReader(RingBuffer &rb)
      : _rb(rb), _head(__atomic_load_n(&rb.meta->writer_pos, __ATOMIC_ACQUIRE)), _tail(rb.meta->reader_pos) {}
  ~MPSCRingBufferReader() { advance(); }

  std::size_t available() const { return _head - _tail; }
  void refresh() { _head = __atomic_load_n(&_rb.meta->writer_pos, __ATOMIC_ACQUIRE); }

  Buffer read_sample() {
    while (_head != _tail) {
      auto *hdr = reinterpret_cast<MPSCRingBufferHeader *>(_rb.data + (_tail & _rb.mask));
      const uint64_t sz = __atomic_load_n(&hdr->size, __ATOMIC_ACQUIRE);
      if (MPSCRingBufferHeader::is_busy(sz)) return {};
      _tail += (MPSCRingBufferHeader::length(sz) + sizeof(MPSCRingBufferHeader) + 7) & ~uint64_t{7};
      if (!MPSCRingBufferHeader::is_discarded(sz))
        return {reinterpret_cast<std::byte *>(hdr + 1), static_cast<std::size_t>(MPSCRingBufferHeader::length(sz))};
    }
    return {};
  }
  void advance() { __atomic_store_n(&_rb.meta->reader_pos, _tail, __ATOMIC_RELEASE); }

private:
  RingBuffer &_rb;
  uint64_t _head;
  uint64_t _tail;
};

class AllocationTracker {
public:
  explicit AllocationTracker(RingBuffer &rb) : _rb(rb) {}

  bool push_sample(uint64_t allocated_size, const void *stack, std::size_t stack_size) {
    MPSCRingBufferWriter writer{_rb};
    Buffer buffer = writer.reserve(sizeof(uint64_t) + stack_size);
    if (buffer.empty()) return false;
    std::memcpy(buffer.data, &allocated_size, sizeof(allocated_size));
    std::memcpy(buffer.data + sizeof(allocated_size), stack, stack_size);
    writer.commit(buffer);
    return true;
  }

private:
  RingBuffer &_rb;
};

std::size_t process_ring(RingBuffer &rb, void (*sample)(const std::byte *, std::size_t)) {
  MPSCRingBufferReader reader{rb};
  std::size_t count = 0;
  for (Buffer b = reader.read_sample(); !b.empty(); b = reader.read_sample()) {
    sample(b.data, b.size);
    if (++count % 64 == 0) reader.advance();
  }
  return count;
}
} // namespace ddprof
