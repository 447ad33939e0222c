// All threads that one call starts have the same mode, and it waits for them before the next call.
#include <thread>
#include <vector>

struct Tally {
  long forward = 0;
  long backward = 0;
};

static Tally tally;

static void run(int mode) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([mode] {
      for (long k = 0; k < 1000000; ++k) {
        if (mode == 0)
          tally.forward++;
        else
          tally.backward++;
      }
    });
  for (std::thread &one : threads)
    one.join();
}

int main() {
  run(0);
  run(1);
}
