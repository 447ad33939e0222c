// project: V8 (heap/concurrent-marking)
// reference: reduced from memory; the released task state ends in a line of padding
// kind: per-thread-array
// starts: hidden
// wrong: the state of every marking task is an element of an array; each job worker adds to its own marked bytes.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace v8 {
class JobDelegate {
public:
  virtual bool ShouldYield() = 0;
  virtual uint8_t GetTaskId() = 0;
};

class JobTask {
public:
  virtual ~JobTask() = default;
  virtual void Run(JobDelegate* delegate) = 0;
};

class Platform {
public:
  virtual void PostJob(std::unique_ptr<JobTask> job) = 0;
};

struct HeapObject {
  std::size_t size;
};
bool PopMarkingWorklist(HeapObject** object);

namespace internal {
class ConcurrentMarking {
public:
  static constexpr int kMaxTasks = 7;
  explicit ConcurrentMarking(Platform* platform) : platform_(platform) {}

  void ScheduleJob();
  void Run(JobDelegate* delegate, unsigned epoch);
  std::size_t TotalMarkedBytes() const;

private:
  struct TaskState {
    std::atomic<std::size_t> marked_bytes{0}; // expect: fsfind-per-thread-slots
    unsigned mark_compact_epoch = 0;
    bool is_forced_gc = false;
    uint64_t visited = 0; // expect: fsfind-per-thread-slots
#ifdef FIXED
    char cache_line_padding[64];
#endif
  };

  class JobTaskMajor final : public JobTask {
  public:
    JobTaskMajor(ConcurrentMarking* marking, unsigned epoch) : marking_(marking), epoch_(epoch) {}
    void Run(JobDelegate* delegate) override { marking_->Run(delegate, epoch_); }

  private:
    ConcurrentMarking* marking_;
    unsigned epoch_;
  };

  Platform* const platform_;
  unsigned epoch_ = 0;
#ifdef FIXED
  char before_[64] = {};
#endif
  TaskState task_state_[kMaxTasks + 1]; // expect: fsfind-per-thread-slots
};

void ConcurrentMarking::ScheduleJob() { platform_->PostJob(std::make_unique<JobTaskMajor>(this, ++epoch_)); }

void ConcurrentMarking::Run(JobDelegate* delegate, unsigned epoch) {
  TaskState* state = &task_state_[delegate->GetTaskId() + 1];
  state->mark_compact_epoch = epoch;
  bool done = false;
  while (!done && !delegate->ShouldYield()) {
    std::size_t current = 0;
    HeapObject* object = nullptr;
    for (int i = 0; i < 1000 && !done; ++i) {
      done = !PopMarkingWorklist(&object);
      if (!done) current += object->size;
    }
    state->visited += 1000;
    state->marked_bytes.store(state->marked_bytes.load(std::memory_order_relaxed) + current, std::memory_order_relaxed);
  }
}

std::size_t ConcurrentMarking::TotalMarkedBytes() const {
  std::size_t sum = 0;
  for (const TaskState& state : task_state_) sum += state.marked_bytes.load(std::memory_order_relaxed);
  return sum;
}
} // namespace internal
} // namespace v8
