// project: gRPC (src/core/lib/event_engine/thread_pool/thread_count.h)
// reference: reduced from memory; the released shards derive from a header and are padded to a line
// kind: per-thread-array
// starts: visible
// also-true: fsfind-adjacent-thread-fields fsfind-contended-atomic
// wrong: the number of busy threads is counted in shards so that threads do not meet, but the shards are eight bytes each.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

#define GPR_CACHELINE_SIZE 64

static unsigned gpr_cpu_num_cores() { return std::thread::hardware_concurrency(); }
template <typename T> static T Clamp(T v, T lo, T hi) { return v < lo ? lo : v > hi ? hi : v; }

namespace grpc_event_engine {
namespace experimental {

class BusyThreadCount {
 public:
  class AutoThreadCounter {
   public:
    AutoThreadCounter(BusyThreadCount* counter, size_t idx) : counter_(counter), idx_(idx) { counter_->Increment(idx_); }
    ~AutoThreadCounter() {
      if (counter_ != nullptr) counter_->Decrement(idx_);
    }
    AutoThreadCounter(const AutoThreadCounter&) = delete;
    AutoThreadCounter& operator=(const AutoThreadCounter&) = delete;

   private:
    BusyThreadCount* counter_;
    size_t idx_;
  };

  BusyThreadCount() : shards_(Clamp(gpr_cpu_num_cores(), 2u, 64u)) {}
  AutoThreadCounter MakeAutoThreadCounter(size_t idx) { return AutoThreadCounter(this, idx); }

  void Increment(size_t idx) { shards_[idx].busy_count.fetch_add(1, std::memory_order_relaxed); }
  void Decrement(size_t idx) { shards_[idx].busy_count.fetch_sub(1, std::memory_order_relaxed); }

  size_t count() {
    return std::accumulate(shards_.begin(), shards_.end(), size_t{0},
                           [](size_t running, ShardedData& d) { return running + d.busy_count.load(std::memory_order_relaxed); });
  }

  size_t NextIndex() { return next_idx_.fetch_add(1) % shards_.size(); }

 private:
  struct ShardedDataHeader {
    std::atomic<size_t> busy_count{0}; // expect: fsfind-per-thread-slots
  };
#ifdef FIXED
  struct alignas(GPR_CACHELINE_SIZE) ShardedData : public ShardedDataHeader {
    uint8_t padding[GPR_CACHELINE_SIZE - sizeof(ShardedDataHeader)];
  };
#else
  struct ShardedData : public ShardedDataHeader {};
#endif

  std::vector<ShardedData> shards_; // expect: fsfind-per-thread-slots
  std::atomic<size_t> next_idx_{0};
};

class LivingThreadCount {
 public:
  void Increment() {
    std::lock_guard<std::mutex> lock(mu_);
    ++living_count_;
    cv_.notify_all();
  }
  void Decrement() {
    std::lock_guard<std::mutex> lock(mu_);
    --living_count_;
    cv_.notify_all();
  }
  void BlockUntilThreadCount(size_t desired) {
    std::unique_lock<std::mutex> lock(mu_);
    cv_.wait(lock, [&] { return living_count_ <= desired; });
  }
  size_t count() {
    std::lock_guard<std::mutex> lock(mu_);
    return living_count_;
  }

 private:
  std::mutex mu_;
  std::condition_variable cv_;
  size_t living_count_ = 0;
};

class WorkStealingThreadPool {
 public:
  explicit WorkStealingThreadPool(size_t reserve_threads) : reserve_threads_(reserve_threads) {
    for (size_t i = 0; i < reserve_threads_; ++i) StartThread();
  }

  void Run(std::function<void()> callback) {
    {
      std::lock_guard<std::mutex> lock(mu_);
      queue_.push_back(std::move(callback));
    }
    cv_.notify_one();
  }

  void Lifeguard() {
    for (;;) {
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
      {
        std::lock_guard<std::mutex> lock(mu_);
        if (shutdown_) return;
      }
      if (busy_thread_count_.count() >= living_thread_count_.count()) StartThread();
    }
  }

  void Quiesce() {
    {
      std::lock_guard<std::mutex> lock(mu_);
      shutdown_ = true;
    }
    cv_.notify_all();
    living_thread_count_.BlockUntilThreadCount(0);
  }

 private:
  void StartThread() {
    living_thread_count_.Increment();
    std::thread([this] { ThreadBody(); }).detach();
  }

  void ThreadBody() {
    const size_t idx = busy_thread_count_.NextIndex();
    while (Step(idx)) {
    }
    living_thread_count_.Decrement();
  }

  bool Step(size_t idx) {
    std::function<void()> closure;
    {
      std::unique_lock<std::mutex> lock(mu_);
      cv_.wait_for(lock, std::chrono::seconds(3), [&] { return shutdown_ || !queue_.empty(); });
      if (queue_.empty()) return !shutdown_;
      closure = std::move(queue_.front());
      queue_.pop_front();
    }
    auto busy = busy_thread_count_.MakeAutoThreadCounter(idx);
    closure();
    return true;
  }

  const size_t reserve_threads_;
  BusyThreadCount busy_thread_count_;
  LivingThreadCount living_thread_count_;
  std::mutex mu_;
  std::condition_variable cv_;
  std::deque<std::function<void()>> queue_;
  bool shutdown_ = false;
};

}  // namespace experimental
}  // namespace grpc_event_engine

int main() {
  grpc_event_engine::experimental::WorkStealingThreadPool pool(4);
  std::thread lifeguard([&pool] { pool.Lifeguard(); });
  std::atomic<int> n{0};
  for (int i = 0; i < 100000; i++) pool.Run([&n] { n.fetch_add(1, std::memory_order_relaxed); });
  pool.Quiesce();
  lifeguard.join();
  return n.load() == 100000 ? 0 : 1;
}
