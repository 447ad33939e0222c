// The alignment of an array says nothing of its elements.
#include <thread>
#include <vector>

#ifdef FIXED
struct alignas(64) Count {
  volatile long value;
};
static Count counts[16];
#define COUNT(i) counts[i].value
#else
alignas(64) static volatile long counts[16]; // expect: fsfind-per-thread-slots |
                                             // fsfind-ineffective-padding
#define COUNT(i) counts[i]
#endif

int main() {
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; ++t)
    threads.emplace_back([t] {
      for (long i = 0; i < 100000000; ++i)
        COUNT(t) = COUNT(t) + 1;
    });
  for (auto &thread : threads)
    thread.join();
}
