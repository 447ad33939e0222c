// project: oneTBB (src/tbb/arena_slot.h)
// reference: reduced from memory; the released slot derives from padded halves
// kind: per-thread-array
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: the half of a slot that thieves write and the half that its owner writes come from two base classes, unpadded, and the
//        slots follow each other behind the arena.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace tbb { namespace detail {
constexpr std::size_t max_nfs_size = 128;

template <typename T, std::size_t S = max_nfs_size> struct padded : T {
#ifdef FIXED
  char pad[S - sizeof(T) % S];
#endif
};

struct task {
  virtual task* execute() = 0;
};

struct arena_slot_shared_state {
  std::atomic<bool> my_is_occupied{false};
  std::atomic<std::size_t> head{0};   // expect: fsfind-adjacent-thread-fields|fsfind-per-thread-slots
  std::atomic<task**> task_pool{nullptr};
};

struct arena_slot_private_state {
  unsigned hint_for_fifo_stream = 0;
  std::atomic<std::size_t> tail{0}; // expect: fsfind-adjacent-thread-fields|fsfind-per-thread-slots
  std::size_t my_task_pool_size = 0;
  task** task_pool_ptr = nullptr;
};

class arena_slot : private padded<arena_slot_shared_state>, private padded<arena_slot_private_state> {
public:
  bool try_occupy() { return !my_is_occupied.exchange(true); }

  void spawn(task& t) {
    const std::size_t T = tail.load(std::memory_order_relaxed);
    task_pool_ptr[T % my_task_pool_size] = &t;
    tail.store(T + 1, std::memory_order_release);
  }

  task* get_task() {
    const std::size_t T = tail.load(std::memory_order_relaxed);
    if (T == head.load(std::memory_order_acquire)) return nullptr;
    tail.store(T - 1, std::memory_order_seq_cst);
    return task_pool_ptr[(T - 1) % my_task_pool_size];
  }

  task* steal_task() {
    task** pool = task_pool.load(std::memory_order_acquire);
    std::size_t H = head.load(std::memory_order_relaxed);
    if (!pool || H >= tail.load(std::memory_order_acquire)) return nullptr;
    task* result = pool[H % 64];
    return head.compare_exchange_strong(H, H + 1) ? result : nullptr;
  }

  void allocate_task_pool(std::size_t n) {
    my_task_pool_size = n;
    task_pool_ptr = static_cast<task**>(std::malloc(n * sizeof(task*)));
    task_pool.store(task_pool_ptr, std::memory_order_release);
  }
};

class arena {
public:
  static arena& allocate_arena(unsigned num_slots) {
#ifdef FIXED
    void* memory = std::aligned_alloc(max_nfs_size, (sizeof(arena) + num_slots * sizeof(arena_slot) + 127) / 128 * 128);
#else
    void* memory = std::malloc(sizeof(arena) + num_slots * sizeof(arena_slot));
#endif
    return *new (memory) arena(num_slots);
  }

  arena_slot& slot(unsigned i) { return my_slots[i]; }

  void process(unsigned my_index) {
    arena_slot& own = my_slots[my_index];
    for (unsigned victim = 0;; victim = (victim + 1) % my_num_slots) {
      task* t = own.get_task();
      if (!t && victim != my_index) t = my_slots[victim].steal_task();
      for (; t;) {
        task* next = t->execute();
        if (next) own.spawn(*next);
        t = own.get_task();
      }
    }
  }

private:
  explicit arena(unsigned n) : my_num_slots(n) {
    for (unsigned i = 0; i < n; ++i) (new (&my_slots[i]) arena_slot())->allocate_task_pool(64);
  }

  alignas(max_nfs_size) unsigned my_num_slots;
  alignas(max_nfs_size) arena_slot my_slots[1];
};

void worker(arena& a, unsigned index) {
  if (a.slot(index).try_occupy()) a.process(index);
}
}} // namespace tbb::detail
