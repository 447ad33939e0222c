// project: Ubisoft task-scheduler (MultiConsumerQueue)
// reference: https://github.com/ubisoft/task-scheduler/issues/15 (read)
// kind: producer-consumer
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: in the base of the sub-queues, consumers advance the read index beside the producers' write and flush indices.
#include <atomic>
#include <cstdint>

namespace mg {
template <typename T> class Atomic {
public:
  Atomic(T v = T()) : value_(v) {}
  T LoadAcquire() const { return value_.load(std::memory_order_acquire); }
  T LoadRelaxed() const { return value_.load(std::memory_order_relaxed); }
  void StoreRelease(T v) { value_.store(v, std::memory_order_release); }
  bool CmpExchgWeak(T& expected, T v) { return value_.compare_exchange_weak(expected, v); }

private:
  std::atomic<T> value_;
};

struct MCQBaseSubQueue {
  MCQBaseSubQueue* myNext = nullptr;
#ifdef FIXED
  char myPadding0[64];
  Atomic<uint32_t> myReadIndex;
  char myPadding1[64];
#else
  Atomic<uint32_t> myReadIndex; // expect: fsfind-adjacent-thread-fields
#endif
  uint32_t myWriteIndex = 0;     // expect: fsfind-adjacent-thread-fields
  Atomic<uint32_t> myFlushIndex; // expect: fsfind-adjacent-thread-fields
};

template <typename T> struct MCQSubQueue : public MCQBaseSubQueue {
  static constexpr uint32_t kSize = 10000;
  T* myItems[kSize];

  bool Push(T* item) {
    if (myWriteIndex == kSize) return false;
    myItems[myWriteIndex++] = item;
    return true;
  }

  void Flush() { myFlushIndex.StoreRelease(myWriteIndex); }

  T* Pop() {
    uint32_t read = myReadIndex.LoadRelaxed();
    do {
      if (read >= myFlushIndex.LoadAcquire()) return nullptr;
    } while (!myReadIndex.CmpExchgWeak(read, read + 1));
    return myItems[read];
  }
};

template <typename T> class MultiConsumerQueue {
public:
  void PushPending(T* item) {
    if (!myHead->Push(item)) {
      auto* q = new MCQSubQueue<T>();
      q->Push(item);
      myHead->myNext = q;
      myHead = q;
    }
  }
  void FlushPending() { myHead->Flush(); }
  MCQSubQueue<T>* Front() { return myHead; }

private:
  MCQSubQueue<T>* myHead = new MCQSubQueue<T>();
};
} // namespace mg

struct Task {
  Task* next;
  void Execute();
};

void SchedulerFrontRun(mg::MultiConsumerQueue<Task>& ready, Task* list) {
  for (Task* t = list; t;) {
    Task* following = t->next;
    ready.PushPending(t);
    ready.FlushPending();
    t = following;
  }
}

void SchedulerWorkerRun(mg::MultiConsumerQueue<Task>& ready) {
  auto* queue = ready.Front();
  while (Task* t = queue->Pop()) t->Execute();
}
