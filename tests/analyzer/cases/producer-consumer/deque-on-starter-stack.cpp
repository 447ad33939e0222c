// The stack of dishes of a canteen: the index that helpers advance by compare-and-swap beside the one
// that the owner stores and the pointer to the slots. Twist: a local variable of the function that
// starts the threads; only which lambda calls which method tells the roles.
// also-true: fsfind-contended-atomic
#include <atomic>
#include <thread>
#include <utility>
#include <vector>

#ifdef FIXED
#define OWN_LINE alignas(64)
#else
#define OWN_LINE
#endif

template <class T> class Stack {
public:
  template <class Value> void lay(Value &&value) {
    const long to = laid_.load(std::memory_order_relaxed);
    while (to - dried_.load(std::memory_order_acquire) >= 1024) {
    }
    slots_[to % 1024].store(std::forward<Value>(value), std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    laid_.store(to + 1, std::memory_order_relaxed);
  }
  bool take(T &value) {
    long from = dried_.load(std::memory_order_acquire);
    if (from >= laid_.load(std::memory_order_acquire))
      return false;
    value = slots_[from % 1024].load(std::memory_order_relaxed);
    return dried_.compare_exchange_strong(from, from + 1);
  }

private:
  OWN_LINE std::atomic<long> dried_{0}; // expect: fsfind-adjacent-thread-fields
  OWN_LINE std::atomic<long> laid_{0};  // expect: fsfind-adjacent-thread-fields
  OWN_LINE std::atomic<T> *const slots_ = new std::atomic<T>[1024];
};

void dry(int dish);

void wash(int dishes, int helpers) {
  Stack<int> stack;
  std::vector<std::thread> threads;
  threads.emplace_back([&] {
    for (int dish = 0; dish < dishes; ++dish)
      stack.lay(dish);
  });
  for (int i = 0; i < helpers; ++i)
    threads.emplace_back([&] {
      for (int dish = 0; dish < dishes - 1;)
        if (stack.take(dish))
          dry(dish);
    });
  for (auto &thread : threads)
    thread.join();
}
