// project: FoundationDB (flow/ThreadPrimitives.h)
// reference: https://github.com/apple/foundationdb/pull/3506 and issue 3161 (read)
// kind: lock-table
// starts: visible
// wrong: a spin lock is one byte wide, so locks that protect unrelated queues come to lie in one line.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

constexpr std::size_t CACHE_LINE_SIZE = 64;

#ifdef FIXED
class alignas(CACHE_LINE_SIZE) ThreadSpinLock {
#else
class ThreadSpinLock {
#endif
public:
  ThreadSpinLock() : isLocked(false) {}
  void enter() {
    while (isLocked.exchange(true, std::memory_order_acquire)) __builtin_ia32_pause();
  }
  void leave() { isLocked.store(false, std::memory_order_release); }

private:
  std::atomic_bool isLocked; // expect: fsfind-per-thread-slots
};

class ThreadSpinLockHolder {
public:
  explicit ThreadSpinLockHolder(ThreadSpinLock& lock) : lock_(lock) { lock_.enter(); }
  ~ThreadSpinLockHolder() { lock_.leave(); }
  ThreadSpinLockHolder(const ThreadSpinLockHolder&) = delete;

private:
  ThreadSpinLock& lock_;
};

struct Promise {
  void send(uint64_t value);
};

class WaitMap {
public:
  static constexpr int kBuckets = 16;
  void insert(uint64_t key, Promise* p) {
    Bucket& bucket = buckets_[key % kBuckets];
    ThreadSpinLockHolder holder(bucket.lock);
    bucket.waiting[bucket.count++ % 32] = p;
  }
  int fire(uint64_t key) {
    Bucket& bucket = buckets_[key % kBuckets];
    ThreadSpinLockHolder holder(bucket.lock);
    const int fired = bucket.count < 32 ? bucket.count : 32;
    for (int i = 0; i < fired; ++i) bucket.waiting[i]->send(key);
    bucket.count = 0;
    return fired;
  }

private:
  struct Bucket {
    ThreadSpinLock lock; // expect: fsfind-per-thread-slots
    int count = 0;       // expect: fsfind-per-thread-slots
    Promise* waiting[32];
  };
  Bucket buckets_[kBuckets]; // expect: fsfind-per-thread-slots
};

uint64_t nextKey();

void runThreads(WaitMap& map, Promise* promise, int threads) {
  std::vector<std::thread> pool;
  for (int t = 0; t < threads; ++t)
    pool.emplace_back([&map, promise] {
      for (int i = 0; i < 1000000; ++i) {
        const uint64_t key = nextKey();
        map.insert(key, promise);
        map.fire(key);
      }
    });
  for (auto& t : pool) t.join();
}
