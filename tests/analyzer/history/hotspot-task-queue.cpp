// project: OpenJDK HotSpot (gc/shared/taskqueue.hpp)
// reference: reduced from memory; the released queue has DEFINE_PAD_MINUS_SIZE around its two indices
// kind: producer-consumer
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: the end of a marking queue where its owner pushes and the end where other workers steal come from one base class, in
//        eight bytes. Mended by a macro that declares padding members.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

typedef unsigned int uint;
typedef uintptr_t HeapWordAddr;

#define DEFAULT_CACHE_LINE_SIZE 64
#define PADDING_LENGTH(alignment, size) ((alignment) - (size))
#ifdef FIXED
#define DEFINE_PAD_MINUS_SIZE(id, alignment, size) char _pad_buf##id[PADDING_LENGTH(alignment, size)]
#else
#define DEFINE_PAD_MINUS_SIZE(id, alignment, size) static_assert((alignment) >= (size), "no padding here")
#endif

template <typename T> class CHeapObj {
public:
  void* operator new(size_t size) { return ::malloc(size); }
  void operator delete(void* p) { ::free(p); }
};

template <unsigned int N> class TaskQueueSuper : public CHeapObj<void> {
protected:
  typedef uint16_t idx_t;
  static const uint MOD_N_MASK = N - 1;

  class Age {
  public:
    explicit Age(uint data = 0) : _data(data) {}
    Age(idx_t top, idx_t tag) : _data(static_cast<uint>(tag) << 16 | top) {}
    idx_t top() const { return static_cast<idx_t>(_data); }
    idx_t tag() const { return static_cast<idx_t>(_data >> 16); }
    uint data() const { return _data; }

  private:
    uint _data;
  };

  static uint decrement_index(uint ind) { return (ind - 1) & MOD_N_MASK; }
  static uint increment_index(uint ind) { return (ind + 1) & MOD_N_MASK; }
  uint dirty_size(uint bot, uint top) const { return (bot - top) & MOD_N_MASK; }
  uint clean_size(uint bot, uint top) const {
    const uint sz = dirty_size(bot, top);
    return sz == N - 1 ? 0 : sz;
  }

  uint bottom_relaxed() const { return _bottom.load(std::memory_order_relaxed); }
  uint bottom_acquire() const { return _bottom.load(std::memory_order_acquire); }
  void set_bottom_relaxed(uint b) { _bottom.store(b, std::memory_order_relaxed); }
  void release_set_bottom(uint b) { _bottom.store(b, std::memory_order_release); }
  Age age_relaxed() const { return Age(_age.load(std::memory_order_relaxed)); }
  void set_age_relaxed(Age a) { _age.store(a.data(), std::memory_order_relaxed); }
  Age cmpxchg_age(Age old_age, Age new_age) {
    uint expected = old_age.data();
    _age.compare_exchange_strong(expected, new_age.data());
    return Age(expected);
  }

private:
  DEFINE_PAD_MINUS_SIZE(0, DEFAULT_CACHE_LINE_SIZE, 0);
  std::atomic<uint> _bottom{0}; // expect: fsfind-adjacent-thread-fields
  DEFINE_PAD_MINUS_SIZE(1, DEFAULT_CACHE_LINE_SIZE, sizeof(uint));
  std::atomic<uint> _age{0}; // expect: fsfind-adjacent-thread-fields
  DEFINE_PAD_MINUS_SIZE(2, DEFAULT_CACHE_LINE_SIZE, sizeof(uint));

public:
  uint size() const { return clean_size(bottom_relaxed(), age_relaxed().top()); }
  bool is_empty() const { return size() == 0; }
};

enum class PopResult { Empty, Contended, Success };

template <class E, unsigned int N = 1 << 13> class GenericTaskQueue : public TaskQueueSuper<N> {
  using Super = TaskQueueSuper<N>;
  using typename Super::Age;
  using typename Super::idx_t;

public:
  GenericTaskQueue() : _elems(static_cast<E*>(::malloc(sizeof(E) * N))), _last_stolen_queue_id(UINT32_MAX), _seed(17) {}
  ~GenericTaskQueue() { ::free(_elems); }

  bool push(E t) {
    const uint localBot = this->bottom_relaxed();
    const idx_t top = this->age_relaxed().top();
    if (this->dirty_size(localBot, top) >= N - 2) return false;
    _elems[localBot] = t;
    this->release_set_bottom(Super::increment_index(localBot));
    return true;
  }

  bool pop_local(E& t, uint threshold = 0) {
    uint localBot = this->bottom_relaxed();
    const uint dirty = this->dirty_size(localBot, this->age_relaxed().top());
    if (dirty <= threshold) return false;
    localBot = Super::decrement_index(localBot);
    this->set_bottom_relaxed(localBot);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    t = _elems[localBot];
    const Age age = this->age_relaxed();
    if (this->clean_size(localBot, age.top()) > 0) return true;
    return pop_local_slow(localBot, age);
  }

  PopResult pop_global(E& t) {
    const Age oldAge = this->age_relaxed();
    std::atomic_thread_fence(std::memory_order_seq_cst);
    const uint localBot = this->bottom_acquire();
    if (this->clean_size(localBot, oldAge.top()) == 0) return PopResult::Empty;
    t = _elems[oldAge.top()];
    const idx_t new_top = static_cast<idx_t>(Super::increment_index(oldAge.top()));
    const Age newAge(new_top, static_cast<idx_t>(oldAge.tag() + (new_top == 0)));
    return this->cmpxchg_age(oldAge, newAge).data() == oldAge.data() ? PopResult::Success : PopResult::Contended;
  }

  int next_random_queue_id() {
    _seed = _seed * 16807 % 2147483647;
    return _seed;
  }
  uint last_stolen_queue_id() const { return _last_stolen_queue_id; }
  void set_last_stolen_queue_id(uint id) { _last_stolen_queue_id = id; }

private:
  bool pop_local_slow(uint localBot, Age oldAge) {
    const Age newAge(static_cast<idx_t>(localBot), static_cast<idx_t>(oldAge.tag() + 1));
    if (localBot == oldAge.top() && this->cmpxchg_age(oldAge, newAge).data() == oldAge.data()) return true;
    this->set_age_relaxed(newAge);
    return false;
  }

  E* _elems;
#ifdef FIXED
  DEFINE_PAD_MINUS_SIZE(3, DEFAULT_CACHE_LINE_SIZE, sizeof(E*));
#endif
  uint _last_stolen_queue_id;
  int _seed;
#ifdef FIXED
  DEFINE_PAD_MINUS_SIZE(4, DEFAULT_CACHE_LINE_SIZE, sizeof(uint) + sizeof(int));
#endif
};

template <class T> class GenericTaskQueueSet {
public:
  explicit GenericTaskQueueSet(uint n) : _n(n), _queues(static_cast<T**>(::calloc(n, sizeof(T*)))) {}

  void register_queue(uint i, T* q) { _queues[i] = q; }
  T* queue(uint i) { return _queues[i]; }

  template <class E> bool steal(uint queue_num, E& t) {
    T* const local_queue = _queues[queue_num];
    for (uint i = 0; i < 2 * _n; i++) {
      uint victim = local_queue->last_stolen_queue_id();
      if (victim == UINT32_MAX || victim == queue_num) victim = static_cast<uint>(local_queue->next_random_queue_id()) % _n;
      const PopResult result = _queues[victim]->pop_global(t);
      if (result == PopResult::Success) {
        local_queue->set_last_stolen_queue_id(victim);
        return true;
      }
      local_queue->set_last_stolen_queue_id(UINT32_MAX);
    }
    return false;
  }

private:
  const uint _n;
  T** _queues;
};

struct ScannerTask {
  void* _p;
};

typedef GenericTaskQueue<ScannerTask> ScannerTasksQueue;
typedef GenericTaskQueueSet<ScannerTasksQueue> ScannerTasksQueueSet;

uint iterate_references(void* obj, void** out, uint max);

class ParScanThreadState {
public:
  ParScanThreadState(ScannerTasksQueueSet* set, uint worker_id)
      : _task_queues(set), _task_queue(new ScannerTasksQueue()), _worker_id(worker_id) {
    set->register_queue(worker_id, _task_queue);
  }

  void trim_queue() {
    ScannerTask task;
    while (_task_queue->pop_local(task)) dispatch_task(task);
  }

  void steal_and_trim_queue() {
    ScannerTask stolen;
    while (_task_queues->steal(_worker_id, stolen)) {
      dispatch_task(stolen);
      trim_queue();
    }
  }

private:
  void dispatch_task(ScannerTask task) {
    void* refs[64];
    const uint n = iterate_references(task._p, refs, 64);
    for (uint i = 0; i < n; i++)
      if (!_task_queue->push(ScannerTask{refs[i]})) dispatch_task(ScannerTask{refs[i]});
  }

  ScannerTasksQueueSet* _task_queues;
  ScannerTasksQueue* _task_queue;
  uint _worker_id;
};

void work(ScannerTasksQueueSet* set, uint worker_id) {
  ParScanThreadState pss(set, worker_id);
  pss.trim_queue();
  pss.steal_and_trim_queue();
}
