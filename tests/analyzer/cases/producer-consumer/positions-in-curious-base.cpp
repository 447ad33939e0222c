// A bounded queue of soil samples: the position that producers advance and that of consumers are in
// a base class, before the array of the derived one. Twist: a downcast leads from base to array;
// the queue is a local of the starter, and only what its threads call tells their roles.
// also-true: fsfind-contended-atomic
#include <atomic>
#include <thread>
#include <utility>
#include <vector>
#ifdef FIXED
#define NEW_LINE alignas(64)
#else
#define NEW_LINE
#endif
template <class Derived> class Positions {
public:
  template <class Value> void add(Value &&value) {
    self().store(std::forward<Value>(value), dug_.fetch_add(1, std::memory_order_acq_rel));
  }
  auto take() { return self().load(sifted_.fetch_add(1, std::memory_order_acq_rel)); }
private:
  Derived &self() { return static_cast<Derived &>(*this); }
  NEW_LINE std::atomic<unsigned> dug_{0};    // expect: fsfind-adjacent-thread-fields
  NEW_LINE std::atomic<unsigned> sifted_{0}; // expect: fsfind-adjacent-thread-fields
};
template <unsigned Size> struct Samples : Positions<Samples<Size>> {
  void store(long value, unsigned at) {
    for (long empty = 0; !slots[at % Size].compare_exchange_weak(empty, value);)
      empty = 0;
  }
  long load(unsigned at) {
    for (;;)
      if (const long value = slots[at % Size].exchange(0, std::memory_order_acquire))
        return value;
  }
  NEW_LINE std::atomic<long> slots[Size] = {};
};
long survey(int diggers, long samples) {
  Samples<4096> queue;
  std::atomic<long> total{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < diggers; ++i)
    threads.emplace_back([&queue, samples] {
      for (long n = 1; n <= samples; ++n)
        queue.add(n);
    });
  for (int i = 0; i < diggers; ++i)
    threads.emplace_back([&queue, &total, samples] {
      long sum = 0;
      for (long n = 0; n < samples; ++n)
        sum += queue.take();
      total += sum;
    });
  for (auto &thread : threads)
    thread.join();
  return total;
}
