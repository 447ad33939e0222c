// project: Apache TVM (runtime/thread_pool.cc)
// reference: https://github.com/apache/tvm/pull/971 (read)
// kind: producer-consumer
// starts: visible
// also-true: fsfind-contended-atomic
// wrong: head, tail and the pending count of the queue between the main thread and a worker are neighbours.
#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace tvm { namespace runtime {
constexpr int kL1CacheBytes = 64;

struct ParallelLauncher;

class SpscTaskQueue {
public:
  struct Task {
    ParallelLauncher* launcher;
    int32_t task_id;
  };

  SpscTaskQueue() : buffer_(new Task[kRingSize]), head_(0), tail_(0), pending_(0) {}
  ~SpscTaskQueue() { delete[] buffer_; }

  void Push(const Task& input) {
    while (!Enqueue(input)) std::this_thread::yield();
    pending_.fetch_add(1);
  }

  bool Pop(Task* output, uint32_t spin_count = 300000) {
    for (uint32_t i = 0; i < spin_count && pending_.load() == 0; ++i) __builtin_ia32_pause();
    if (pending_.load() == 0 || stop_.load(std::memory_order_relaxed)) return false;
    pending_.fetch_sub(1);
    const uint32_t head = head_.load(std::memory_order_relaxed);
    *output = buffer_[head];
    head_.store((head + 1) % kRingSize, std::memory_order_release);
    return true;
  }

  void SignalForKill() { stop_.store(true, std::memory_order_relaxed); }

private:
  static constexpr int kRingSize = 2;
  using Pad = char[kL1CacheBytes];

  bool Enqueue(const Task& input) {
    const uint32_t tail = tail_.load(std::memory_order_relaxed);
    if ((tail + 1) % kRingSize == head_.load(std::memory_order_acquire)) return false;
    buffer_[tail] = input;
    tail_.store((tail + 1) % kRingSize, std::memory_order_release);
    return true;
  }

#ifdef FIXED
  Pad pad0_;
  Task* const buffer_;
  Pad pad1_;
  std::atomic<uint32_t> head_;
  Pad pad2_;
  std::atomic<uint32_t> tail_;
  Pad pad3_;
  std::atomic<int8_t> pending_;
  Pad pad4_;
  std::atomic<bool> stop_{false};
#else
  Task* const buffer_;
  std::atomic<uint32_t> head_;  // expect: fsfind-adjacent-thread-fields
  std::atomic<uint32_t> tail_;  // expect: fsfind-adjacent-thread-fields
  std::atomic<int8_t> pending_; // expect: fsfind-adjacent-thread-fields
  std::atomic<bool> stop_{false};
#endif
};

void RunTask(const SpscTaskQueue::Task& task);

class ThreadPool {
public:
  explicit ThreadPool(int num_workers) {
    for (int i = 0; i < num_workers; ++i) queues_.emplace_back(new SpscTaskQueue());
    for (int i = 0; i < num_workers; ++i) threads_.emplace_back([this, i] { RunWorker(queues_[i].get()); });
  }

  void Launch(ParallelLauncher* launcher, int rounds) {
    for (int r = 0; r < rounds; ++r)
      for (std::size_t i = 0; i < queues_.size(); ++i) queues_[i]->Push({launcher, static_cast<int32_t>(i)});
  }

private:
  void RunWorker(SpscTaskQueue* queue) {
    SpscTaskQueue::Task task;
    while (queue->Pop(&task)) RunTask(task);
  }

  std::vector<std::unique_ptr<SpscTaskQueue>> queues_;
  std::vector<std::thread> threads_;
};

ThreadPool* Global() {
  static ThreadPool pool(8);
  return &pool;
}
}} // namespace tvm::runtime
