// project: Eigen (unsupported/Eigen/CXX11/src/ThreadPool/EventCount.h)
// reference: reduced from memory; the released Waiter is aligned to 128 bytes and padded
// kind: per-thread-array
// starts: visible
// also-true: fsfind-contended-atomic
// wrong: the waiters of the pool's threads, through which each parks and is notified, are neighbours in one vector.
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

#define eigen_plain_assert(x) assert(x)
#define EIGEN_MUTEX std::mutex
#define EIGEN_CONDVAR std::condition_variable
#define EIGEN_MUTEX_LOCK std::unique_lock<std::mutex>
#define EIGEN_ALIGN_TO_BOUNDARY(n) alignas(n)

namespace Eigen {

template <typename T> class MaxSizeVector {
  static const size_t alignment = alignof(T) > alignof(std::max_align_t) ? alignof(T) : alignof(std::max_align_t);

public:
  explicit MaxSizeVector(size_t n)
      : reserve_(n), size_(n),
        data_(static_cast<T*>(std::aligned_alloc(alignment, (n * sizeof(T) + alignment - 1) / alignment * alignment))) {
    for (size_t i = 0; i < n; ++i) new (&data_[i]) T;
  }
  ~MaxSizeVector() {
    for (size_t i = size_; i > 0; --i) data_[i - 1].~T();
    std::free(data_);
  }
  const T& operator[](size_t i) const { return data_[i]; }
  T& operator[](size_t i) { return data_[i]; }
  size_t size() const { return size_; }

private:
  size_t reserve_;
  size_t size_;
  T* data_;
};

class EventCount {
public:
  class Waiter;

  explicit EventCount(MaxSizeVector<Waiter>& waiters);

  void Prewait() {
    uint64_t state = state_.load(std::memory_order_relaxed);
    for (;;) {
      uint64_t newstate = state + kWaiterInc;
      if (state_.compare_exchange_weak(state, newstate, std::memory_order_seq_cst)) return;
    }
  }

  void CommitWait(Waiter* w);

  void CancelWait() {
    uint64_t state = state_.load(std::memory_order_relaxed);
    for (;;) {
      uint64_t newstate = state - kWaiterInc;
      if (((state & kWaiterMask) >> kWaiterShift) == ((state & kSignalMask) >> kSignalShift)) newstate -= kSignalInc;
      if (state_.compare_exchange_weak(state, newstate, std::memory_order_acq_rel)) return;
    }
  }

  void Notify(bool notifyAll);

private:
  static const uint64_t kWaiterBits = 14;
  static const uint64_t kStackMask = (1ull << kWaiterBits) - 1;
  static const uint64_t kWaiterShift = kWaiterBits;
  static const uint64_t kWaiterMask = ((1ull << kWaiterBits) - 1) << kWaiterShift;
  static const uint64_t kWaiterInc = 1ull << kWaiterShift;
  static const uint64_t kSignalShift = 2 * kWaiterBits;
  static const uint64_t kSignalMask = ((1ull << kWaiterBits) - 1) << kSignalShift;
  static const uint64_t kSignalInc = 1ull << kSignalShift;
  static const uint64_t kEpochShift = 3 * kWaiterBits;
  static const uint64_t kEpochMask = ~0ull << kEpochShift;
  static const uint64_t kEpochInc = 1ull << kEpochShift;

  void Park(Waiter* w);
  void Unpark(Waiter* w);

  std::atomic<uint64_t> state_;
  MaxSizeVector<Waiter>& waiters_;
};

class EventCount::Waiter {
  friend class EventCount;
#ifdef FIXED
  EIGEN_ALIGN_TO_BOUNDARY(128) std::atomic<uint64_t> next;
#else
  std::atomic<uint64_t> next; // expect: fsfind-per-thread-slots
#endif
  EIGEN_MUTEX mu; // expect: fsfind-per-thread-slots
  EIGEN_CONDVAR cv;
  uint64_t epoch = 0;
  unsigned state = kNotSignaled; // expect: fsfind-per-thread-slots
  enum {
    kNotSignaled,
    kWaiting,
    kSignaled,
  };
};

EventCount::EventCount(MaxSizeVector<Waiter>& waiters) : state_(kStackMask), waiters_(waiters) {
  eigen_plain_assert(waiters.size() < (1 << kWaiterBits) - 1);
}

void EventCount::CommitWait(Waiter* w) {
  w->state = Waiter::kNotSignaled;
  const uint64_t me = static_cast<uint64_t>(w - &waiters_[0]) | w->epoch;
  uint64_t state = state_.load(std::memory_order_seq_cst);
  for (;;) {
    uint64_t newstate;
    if ((state & kSignalMask) != 0)
      newstate = state - kWaiterInc - kSignalInc;
    else {
      newstate = ((state & kWaiterMask) - kWaiterInc) | me;
      w->next.store(state & (kStackMask | kEpochMask), std::memory_order_relaxed);
    }
    if (state_.compare_exchange_weak(state, newstate, std::memory_order_acq_rel)) {
      if ((state & kSignalMask) == 0) {
        w->epoch += kEpochInc;
        Park(w);
      }
      return;
    }
  }
}

void EventCount::Notify(bool notifyAll) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  uint64_t state = state_.load(std::memory_order_acquire);
  for (;;) {
    const uint64_t waiters = (state & kWaiterMask) >> kWaiterShift;
    const uint64_t signals = (state & kSignalMask) >> kSignalShift;
    if ((state & kStackMask) == kStackMask && waiters == signals) return;
    uint64_t newstate;
    if (notifyAll)
      newstate = (state & kWaiterMask) | (waiters << kSignalShift) | kStackMask;
    else if (signals < waiters)
      newstate = state + kSignalInc;
    else {
      Waiter* w = &waiters_[state & kStackMask];
      newstate = (state & (kWaiterMask | kSignalMask)) | w->next.load(std::memory_order_relaxed);
    }
    if (state_.compare_exchange_weak(state, newstate, std::memory_order_acq_rel)) {
      if (!notifyAll && signals < waiters) return;
      if ((state & kStackMask) == kStackMask) return;
      Waiter* w = &waiters_[state & kStackMask];
      if (!notifyAll) w->next.store(kStackMask, std::memory_order_relaxed);
      Unpark(w);
      return;
    }
  }
}

void EventCount::Park(Waiter* w) {
  EIGEN_MUTEX_LOCK lock(w->mu);
  while (w->state != Waiter::kSignaled) {
    w->state = Waiter::kWaiting;
    w->cv.wait(lock);
  }
}

void EventCount::Unpark(Waiter* w) {
  for (Waiter* next; w; w = next) {
    uint64_t wnext = w->next.load(std::memory_order_relaxed) & kStackMask;
    next = wnext == kStackMask ? nullptr : &waiters_[wnext];
    unsigned state;
    {
      EIGEN_MUTEX_LOCK lock(w->mu);
      state = w->state;
      w->state = Waiter::kSignaled;
    }
    if (state == Waiter::kWaiting) w->cv.notify_one();
  }
}

class ThreadPool {
public:
  explicit ThreadPool(int num_threads) : num_threads_(num_threads), waiters_(num_threads), ec_(waiters_) {
    for (int i = 0; i < num_threads_; i++) threads_.emplace_back([this, i] { WorkerLoop(i); });
  }
  ~ThreadPool() {
    done_ = true;
    ec_.Notify(true);
    for (auto& t : threads_) t.join();
  }

  void Schedule(std::function<void()> fn) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      queue_.push_back(std::move(fn));
    }
    ec_.Notify(false);
  }

private:
  bool PopTask(std::function<void()>& t) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (queue_.empty()) return false;
    t = std::move(queue_.front());
    queue_.pop_front();
    return true;
  }

  void WorkerLoop(int thread_id) {
    EventCount::Waiter* waiter = &waiters_[thread_id];
    std::function<void()> t;
    while (!done_) {
      if (PopTask(t)) {
        t();
        continue;
      }
      ec_.Prewait();
      if (PopTask(t)) {
        ec_.CancelWait();
        t();
      } else
        ec_.CommitWait(waiter);
    }
  }

  const int num_threads_;
  MaxSizeVector<EventCount::Waiter> waiters_;
  alignas(64) std::mutex mutex_;
  std::deque<std::function<void()>> queue_;
  alignas(64) std::atomic<bool> done_{false};
  alignas(64) EventCount ec_;
  alignas(64) std::vector<std::thread> threads_;
};

void ParallelFor(ThreadPool& pool, int blocks, const std::function<void(int)>& f) {
  std::atomic<int> left{blocks};
  for (int i = 0; i < blocks; i++)
    pool.Schedule([&left, &f, i] {
      f(i);
      left.fetch_sub(1, std::memory_order_release);
    });
  while (left.load(std::memory_order_acquire) != 0) std::this_thread::yield();
}
} // namespace Eigen
