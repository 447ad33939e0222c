// Elements of a record that is declared in another and defined apart, and of a template's partial
// specialisation in a namespace; a constant of the project's is private to a class.
#include <cstddef>
#include <cstdio>
#include <thread>
#include <vector>

constexpr int kThreads = 4, kRounds = 20000;

class Pool {
  static constexpr std::size_t kCacheLineSize = 64;
  alignas(kCacheLineSize) long free_ = 7;

public:
  long free() const { return free_; }
};

struct Outer {
  struct Slot;
  static Slot slots[kThreads];
};
struct Outer::Slot {
  volatile long hits = 0;
};
Outer::Slot Outer::slots[kThreads];

namespace lib {
template <class T> struct Lane;
}
template <class T> struct lib::Lane<T *> {
  volatile long hits = 0;
  T *owner = nullptr;
};
static lib::Lane<int *> lanes[kThreads];

static void work(int number) {
  for (int i = 0; i < kRounds; i++) {
    Outer::slots[number].hits = Outer::slots[number].hits + 1;
    lanes[number].hits = lanes[number].hits + 2;
  }
}

int main(int argc, char **) {
#ifdef SIZES
  if (argc > 1)
    return std::printf("Slot %zu\n", sizeof(Outer::Slot)) < 0;
#endif
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; i++)
    threads.emplace_back(work, i);
  for (std::thread &thread : threads)
    thread.join();
  long sum = Pool().free();
  for (int i = 0; i < kThreads; i++)
    sum += Outer::slots[i].hits + 3 * lanes[i].hits;
  std::printf("%ld\n", sum);
}
