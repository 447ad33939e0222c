// A bakery starts a thread for each oven, which counts the loaves in its own oven's record, and all
// count what they burn in one number. Twist: the records are told apart only by being the last of
// a vector that grows with each start; the count of loaves is no shared one.
// args: -std=c++17
#include <atomic>
#include <thread>
#include <vector>

std::atomic<long> burnt; // expect: fsfind-contended-atomic

struct Oven {
  char before[64];
  std::atomic<long> loaves{0};
  char behind[64];
  void bake() {
    long black = 0;
    for (int i = 0; i < 1000000; ++i) {
      loaves++;
#ifdef FIXED
      black++;
#else
      burnt++;
#endif
    }
    burnt += black;
  }
};

int main(int count, char **) {
  std::vector<Oven *> ovens;
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) {
    ovens.push_back(new Oven);
    threads.emplace_back(&Oven::bake, ovens.back());
  }
  for (auto &thread : threads)
    thread.join();
}
