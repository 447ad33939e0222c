// project: ONNX Runtime (EigenNonBlockingThreadPool.h)
// reference: https://github.com/microsoft/onnxruntime/pull/6298 (read)
// kind: producer-consumer
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: in the run queue the front that the owner moves, the back that others move, and the elements start on one line.
#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>

#if defined(__x86_64__)
#define ORT_FALSE_SHARING_BYTES 128
#else
#define ORT_FALSE_SHARING_BYTES 64
#endif
#ifdef FIXED
#define ORT_ALIGN_TO_AVOID_FALSE_SHARING alignas(ORT_FALSE_SHARING_BYTES)
#else
#define ORT_ALIGN_TO_AVOID_FALSE_SHARING
#endif

namespace onnxruntime { namespace concurrency {
template <typename Work, unsigned kSize> class RunQueue {
public:
  Work PushFront(Work w) {
    const unsigned front = front_.load(std::memory_order_relaxed);
    Elem& e = array_[front & kMask];
    uint8_t s = e.state.load(std::memory_order_relaxed);
    if (s != kEmpty || !e.state.compare_exchange_strong(s, kBusy)) return w;
    front_.store(front + 1, std::memory_order_relaxed);
    e.w = std::move(w);
    e.state.store(kReady, std::memory_order_release);
    return Work();
  }

  Work PopFront() {
    const unsigned front = front_.load(std::memory_order_relaxed);
    Elem& e = array_[(front - 1) & kMask];
    uint8_t s = e.state.load(std::memory_order_relaxed);
    if (s != kReady || !e.state.compare_exchange_strong(s, kBusy)) return Work();
    Work w = std::move(e.w);
    e.state.store(kEmpty, std::memory_order_release);
    front_.store(front - 1, std::memory_order_relaxed);
    return w;
  }

  Work PopBack() {
    std::unique_lock<std::mutex> lock(mutex_);
    const unsigned back = back_.load(std::memory_order_relaxed);
    Elem& e = array_[back & kMask];
    uint8_t s = e.state.load(std::memory_order_relaxed);
    if (s != kReady || !e.state.compare_exchange_strong(s, kBusy)) return Work();
    Work w = std::move(e.w);
    e.state.store(kEmpty, std::memory_order_release);
    back_.store(back + 1, std::memory_order_relaxed);
    return w;
  }

private:
  static const unsigned kMask = kSize - 1;
  enum State : uint8_t { kEmpty, kBusy, kReady };
  struct Elem {
    std::atomic<uint8_t> state{kEmpty};
    Work w;
  };

  ORT_ALIGN_TO_AVOID_FALSE_SHARING std::atomic<unsigned> front_{0}; // expect: fsfind-adjacent-thread-fields
  ORT_ALIGN_TO_AVOID_FALSE_SHARING std::atomic<unsigned> back_{0};  // expect: fsfind-adjacent-thread-fields
  std::mutex mutex_;                                                // expect: fsfind-adjacent-thread-fields
  ORT_ALIGN_TO_AVOID_FALSE_SHARING Elem array_[kSize];
};

using Task = std::function<void()>;
using Queue = RunQueue<Task, 1024>;

void WorkerLoop(Queue& own, Queue** others, int n, const std::atomic<bool>& done) {
  while (!done) {
    Task t = own.PopFront();
    for (int i = 0; !t && i < n; ++i) t = others[i]->PopBack();
    if (t) t();
  }
}

void ScheduleAll(Queue& own, Task* tasks, int n) {
  for (int i = 0; i < n; ++i)
    if (Task left = own.PushFront(std::move(tasks[i]))) left();
}
}} // namespace onnxruntime::concurrency
