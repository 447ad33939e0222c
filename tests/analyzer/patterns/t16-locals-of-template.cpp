// T16: a template that two threads run as different instances, and an array that the threads share,
// or that is each thread's own: the instances have the local in common in the source only.
#include <cstring>
#include <thread>
#include <vector>

constexpr std::size_t kMaxThreads = 16;

#ifndef FIXED
long seen[kMaxThreads]; // expect: fsfind-per-thread-slots
#endif

template <typename T> struct Body {
  void operator()(std::size_t thread_id) const {
#ifdef FIXED
    long seen[kMaxThreads];
    std::memset(seen, 0, sizeof seen);
#endif
    for (T i = 0; i < T(100000); ++i)
      seen[thread_id] += i & 3;
    *const_cast<volatile long *>(&total[thread_id * 8]) = seen[thread_id];
  }
  long *total;
};

template <typename T> void runAll(std::size_t count) {
  std::vector<long> total(count * 8);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < count; ++i)
    threads.emplace_back(Body<T>{total.data()}, i);
  for (std::thread &thread : threads)
    thread.join();
}

int main() {
  runAll<int>(8);
  runAll<unsigned long>(8);
}
