// project: simpler (ptoas runtime, pto_scheduler.h)
// reference: https://github.com/hw-native-sys/simpler/pull/960 (read)
// kind: counter-beside-read-mostly
// starts: hidden
// wrong: the indices are separated, but the mask and buffer pointer that the producer also reads were left on the line that
//        the consumer writes.
#include <atomic>
#include <cstddef>
#include <cstdint>

struct TaskSlotState {
  uint32_t state;
  uint32_t fanin;
};

struct SpscQueue {
  alignas(64) std::atomic<uint64_t> head_{0};
#ifdef FIXED
  alignas(64) TaskSlotState** buffer_p_{nullptr};
  uint64_t mask_p_{0};
  uint64_t tail_cached_{0};
  alignas(64) std::atomic<uint64_t> tail_{0};
  alignas(64) uint64_t head_cached_{0};
  TaskSlotState** buffer_c_{nullptr};
  uint64_t mask_c_{0};
#else
  alignas(64) uint64_t tail_cached_{0};
  alignas(64) std::atomic<uint64_t> tail_{0};
  alignas(64) uint64_t head_cached_{0}; // expect: fsfind-adjacent-thread-fields
  TaskSlotState** buffer_{nullptr};     // expect: fsfind-adjacent-thread-fields
  uint64_t mask_{0};                    // expect: fsfind-adjacent-thread-fields
#endif

  void init(TaskSlotState** buffer, uint64_t capacity) {
#ifdef FIXED
    buffer_p_ = buffer_c_ = buffer;
    mask_p_ = mask_c_ = capacity - 1;
#else
    buffer_ = buffer;
    mask_ = capacity - 1;
#endif
  }

  bool push(TaskSlotState* s) {
#ifdef FIXED
    TaskSlotState** buffer = buffer_p_;
    const uint64_t mask = mask_p_;
#else
    TaskSlotState** buffer = buffer_;
    const uint64_t mask = mask_;
#endif
    const uint64_t h = head_.load(std::memory_order_relaxed);
    if (h - tail_cached_ > mask) {
      tail_cached_ = tail_.load(std::memory_order_acquire);
      if (h - tail_cached_ > mask) return false;
    }
    buffer[h & mask] = s;
    head_.store(h + 1, std::memory_order_release);
    return true;
  }

  int pop_batch(TaskSlotState** out, int max) {
#ifdef FIXED
    TaskSlotState** buffer = buffer_c_;
    const uint64_t mask = mask_c_;
#else
    TaskSlotState** buffer = buffer_;
    const uint64_t mask = mask_;
#endif
    const uint64_t t = tail_.load(std::memory_order_relaxed);
    if (head_cached_ - t < static_cast<uint64_t>(max)) head_cached_ = head_.load(std::memory_order_acquire);
    int n = 0;
    while (n < max && t + n < head_cached_) {
      out[n] = buffer[(t + n) & mask];
      ++n;
    }
    tail_.store(t + n, std::memory_order_release);
    return n;
  }
};

void orchestrator_submit(SpscQueue& q, TaskSlotState** slots, int n) {
  for (int i = 0; i < n; ++i)
    while (!q.push(slots[i])) {
    }
}

void scheduler_drain(SpscQueue& q, void (*wire)(TaskSlotState*), const std::atomic<bool>& stop) {
  TaskSlotState* batch[32];
  while (!stop.load(std::memory_order_relaxed)) {
    const int n = q.pop_batch(batch, 32);
    for (int i = 0; i < n; ++i) wire(batch[i]);
  }
}
