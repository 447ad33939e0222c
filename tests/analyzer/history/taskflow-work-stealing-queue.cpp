// project: Taskflow (work-stealing-queue, wsq.hpp)
// reference: https://github.com/taskflow/work-stealing-queue/pull/4 (read)
// kind: producer-consumer
// starts: visible
// also-true: fsfind-contended-atomic
// wrong: thieves advance `_top`, the owner moves `_bottom`; they are neighbours in the class template, with the array pointer.
#include <atomic>
#include <cstdint>
#include <optional>
#include <thread>
#include <type_traits>
#include <vector>

template <typename T> class WorkStealingQueue {
  struct Array {
    int64_t C;
    int64_t M;
    std::atomic<T>* S;
    explicit Array(int64_t c) : C{c}, M{c - 1}, S{new std::atomic<T>[static_cast<std::size_t>(c)]} {}
    ~Array() { delete[] S; }
    void push(int64_t i, T o) { S[i & M].store(o, std::memory_order_relaxed); }
    T pop(int64_t i) { return S[i & M].load(std::memory_order_relaxed); }
  };

#ifdef FIXED
  static constexpr std::size_t cacheline = 64;
  alignas(cacheline) std::atomic<int64_t> _top{0};
  alignas(cacheline) std::atomic<int64_t> _bottom{0};
  alignas(cacheline) std::atomic<Array*> _array;
#else
  std::atomic<int64_t> _top{0};    // expect: fsfind-adjacent-thread-fields
  std::atomic<int64_t> _bottom{0}; // expect: fsfind-adjacent-thread-fields
  std::atomic<Array*> _array;
#endif

public:
  explicit WorkStealingQueue(int64_t c = 1 << 16) : _array{new Array{c}} {}
  ~WorkStealingQueue() { delete _array.load(); }

  template <typename O> void push(O&& o) {
    const int64_t b = _bottom.load(std::memory_order_relaxed);
    _array.load(std::memory_order_relaxed)->push(b, std::forward<O>(o));
    std::atomic_thread_fence(std::memory_order_release);
    _bottom.store(b + 1, std::memory_order_relaxed);
  }

  std::optional<T> pop() {
    const int64_t b = _bottom.load(std::memory_order_relaxed) - 1;
    _bottom.store(b, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (_top.load(std::memory_order_relaxed) >= b) {
      _bottom.store(b + 1, std::memory_order_relaxed);
      return std::nullopt;
    }
    return _array.load(std::memory_order_relaxed)->pop(b);
  }

  std::optional<T> steal() {
    int64_t t = _top.load(std::memory_order_acquire);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (t >= _bottom.load(std::memory_order_acquire)) return std::nullopt;
    const T item = _array.load(std::memory_order_consume)->pop(t);
    if (!_top.compare_exchange_strong(t, t + 1, std::memory_order_seq_cst)) return std::nullopt;
    return item;
  }
};

void execute(int item);

void run(int items, int thieves) {
  WorkStealingQueue<int> queue;
  std::atomic<bool> done{false};
  std::thread owner([&] {
    for (int i = 0; i < items; ++i) queue.push(i);
    while (auto item = queue.pop()) execute(*item);
    done = true;
  });
  std::vector<std::thread> others;
  for (int t = 0; t < thieves; ++t)
    others.emplace_back([&] {
      while (!done)
        if (auto item = queue.steal()) execute(*item);
    });
  owner.join();
  for (auto& t : others) t.join();
}
