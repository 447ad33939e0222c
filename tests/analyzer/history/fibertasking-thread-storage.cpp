// project: FiberTaskingLib (task_scheduler.h)
// reference: https://github.com/RichieSams/FiberTaskingLib/issues/32 (read)
// kind: per-thread-array
// starts: visible
// wrong: the storage of each worker is an element of a vector; its size is not a multiple of a line.
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace ftl {
struct Task;
bool StealFrom(std::size_t thread_index, Task** task);
void Execute(Task* task);
std::size_t GetCurrentThreadIndex();

enum class FiberDestination { None, ToPool, ToWaiting };

class TaskScheduler {
public:
  explicit TaskScheduler(std::size_t num_threads);
  void AddTask(Task* task);
  void Quit() { quit_.store(true); }

private:
#ifdef FIXED
  struct alignas(64) ThreadLocalStorage {
#else
  struct ThreadLocalStorage {
#endif
    std::size_t CurrentFiberIndex = ~std::size_t(0);
    std::size_t OldFiberIndex = ~std::size_t(0);
    FiberDestination OldFiberDestination = FiberDestination::None;
    std::size_t LastSuccessfulSteal = 1; // expect: fsfind-per-thread-slots
    std::size_t FailedQueuePops = 0;     // expect: fsfind-per-thread-slots
  };

  static void ThreadStart(TaskScheduler* scheduler, std::size_t index);
  bool GetNextTask(Task** next);

  std::vector<ThreadLocalStorage> tls_; // expect: fsfind-per-thread-slots
  std::vector<std::thread> threads_;
  std::atomic<bool> quit_{false};
};

TaskScheduler::TaskScheduler(std::size_t num_threads) : tls_(num_threads) {
  for (std::size_t i = 0; i < num_threads; ++i) threads_.emplace_back(ThreadStart, this, i);
}

bool TaskScheduler::GetNextTask(Task** next) {
  const std::size_t index = GetCurrentThreadIndex();
  ThreadLocalStorage& tls = tls_[index];
  const std::size_t n = tls_.size();
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t victim = (tls.LastSuccessfulSteal + i) % n;
    if (victim == index) continue;
    if (StealFrom(victim, next)) {
      tls.LastSuccessfulSteal = victim;
      tls.FailedQueuePops = 0;
      return true;
    }
    tls.FailedQueuePops++;
  }
  return false;
}

void TaskScheduler::ThreadStart(TaskScheduler* scheduler, std::size_t index) {
  scheduler->tls_[index].CurrentFiberIndex = index;
  while (!scheduler->quit_.load(std::memory_order_acquire)) {
    Task* task = nullptr;
    if (scheduler->GetNextTask(&task)) Execute(task);
  }
}
} // namespace ftl
