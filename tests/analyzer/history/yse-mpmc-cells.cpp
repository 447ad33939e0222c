// project: YSE sound engine (YseEngine/internal/mpmcQueue.hpp)
// reference: https://github.com/yvanvds/yse-soundengine/pull/296 (read)
// kind: producer-consumer
// starts: visible
// also-true: fsfind-contended-atomic
// wrong: the cells of the bounded queue of render jobs, a sequence number and a pointer each, lie four to a line, and the threads
//        that claim neighbouring cells write to the same line; the fix aligns each cell.
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace YSE {
typedef uint64_t UInt64;
typedef float Flt;

namespace INTERNAL {

template <typename T, std::size_t CAPACITY> class mpmcQueue {
  static_assert(CAPACITY >= 2 && (CAPACITY & (CAPACITY - 1)) == 0, "capacity must be a power of two");

public:
  mpmcQueue() : buffer(new cell[CAPACITY]) {
    for (std::size_t i = 0; i < CAPACITY; ++i) buffer[i].sequence.store(i, std::memory_order_relaxed);
    enqueuePos.store(0, std::memory_order_relaxed);
    dequeuePos.store(0, std::memory_order_relaxed);
  }
  mpmcQueue(const mpmcQueue&) = delete;
  mpmcQueue& operator=(const mpmcQueue&) = delete;

  bool push(const T& value) {
    std::size_t pos = enqueuePos.load(std::memory_order_relaxed);
    cell* c;
    for (;;) {
      c = &buffer[pos & MASK];
      const std::size_t seq = c->sequence.load(std::memory_order_acquire);
      const std::intptr_t diff = static_cast<std::intptr_t>(seq) - static_cast<std::intptr_t>(pos);
      if (diff == 0) {
        if (enqueuePos.compare_exchange_weak(pos, pos + 1, std::memory_order_relaxed)) break;
      } else if (diff < 0) {
        return false;
      } else {
        pos = enqueuePos.load(std::memory_order_relaxed);
      }
    }
    c->data = value;
    c->sequence.store(pos + 1, std::memory_order_release);
    return true;
  }

  bool pop(T& value) {
    std::size_t pos = dequeuePos.load(std::memory_order_relaxed);
    cell* c;
    for (;;) {
      c = &buffer[pos & MASK];
      const std::size_t seq = c->sequence.load(std::memory_order_acquire);
      const std::intptr_t diff = static_cast<std::intptr_t>(seq) - static_cast<std::intptr_t>(pos + 1);
      if (diff == 0) {
        if (dequeuePos.compare_exchange_weak(pos, pos + 1, std::memory_order_relaxed)) break;
      } else if (diff < 0) {
        return false;
      } else {
        pos = dequeuePos.load(std::memory_order_relaxed);
      }
    }
    value = c->data;
    c->sequence.store(pos + MASK + 1, std::memory_order_release);
    return true;
  }

private:
  static constexpr std::size_t MASK = CAPACITY - 1;
  static constexpr std::size_t CACHE_LINE = 64;

#ifdef FIXED
  struct alignas(CACHE_LINE) cell {
    std::atomic<std::size_t> sequence;
    T data;
  };
  static_assert(sizeof(cell) % CACHE_LINE == 0, "a cell fills whole lines");
#else
  struct cell {
    std::atomic<std::size_t> sequence; // expect: fsfind-per-thread-slots|fsfind-adjacent-thread-fields
    T data;                            // expect: fsfind-per-thread-slots|fsfind-adjacent-thread-fields
  };
#endif

  std::unique_ptr<cell[]> buffer;
  alignas(CACHE_LINE) std::atomic<std::size_t> enqueuePos;
  alignas(CACHE_LINE) std::atomic<std::size_t> dequeuePos;
  char pad[CACHE_LINE - sizeof(std::atomic<std::size_t>)];
};

class renderJob {
public:
  virtual ~renderJob() = default;
  virtual void render(Flt* out, unsigned frames) = 0;
  virtual renderJob* next() = 0;
};

class renderPool {
public:
  static constexpr std::size_t RING = 4096;

  explicit renderPool(unsigned workers) {
    for (unsigned i = 0; i < workers; ++i) pool.emplace_back([this] { work(); });
  }
  ~renderPool() {
    quit.store(true, std::memory_order_release);
    for (auto& t : pool) t.join();
  }

  bool submit(renderJob* job) { return ring.push(job); }

  void help(unsigned tries) {
    renderJob* job;
    while (tries-- && ring.pop(job)) run(job);
  }

private:
  void run(renderJob* job) {
    Flt scratch[512];
    job->render(scratch, 512);
    for (renderJob* n = job->next(); n; n = n->next()) {
      if (!ring.push(n)) n->render(scratch, 512);
    }
  }
  void work() {
    renderJob* job;
    while (!quit.load(std::memory_order_acquire)) {
      if (ring.pop(job))
        run(job);
      else
        std::this_thread::yield();
    }
  }

  mpmcQueue<renderJob*, RING> ring;
  std::atomic<bool> quit{false};
  std::vector<std::thread> pool;
};

} // namespace INTERNAL
} // namespace YSE

void render(YSE::INTERNAL::renderPool& pool, const std::vector<YSE::INTERNAL::renderJob*>& jobs) {
  for (auto* job : jobs) {
    while (!pool.submit(job)) pool.help(8);
  }
}
