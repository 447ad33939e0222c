// Gauges on the stack of a function that waits for what runs beside it, by references that a
// template of the program passes on.
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

namespace {

constexpr int kTurns = 20000;

/// Runs tasks at the same time, and ends when all have.
class Crew {
public:
  ~Crew() {
    go_ = true;
    for (std::thread &one : threads_)
      one.join();
  }
  template <class Task> void add(Task task) {
    threads_.emplace_back([this, task] {
      while (!go_) {
      }
      for (int turn = 0; turn < kTurns; ++turn)
        task(turn);
    });
  }

private:
  std::atomic<bool> go_{false};
  std::vector<std::thread> threads_;
};

void raise(int &level, int by) {
  *static_cast<volatile int *>(&level) += by;
}

struct Levels {
  int pressure, heat, water, smoke;
};

__attribute__((noinline)) Levels watch() {
  int pressure = 0;
  int heat = 0;
  int water = 0;
  int smoke = 0;
  {
    Crew crew;
    crew.add([&pressure](int turn) { raise(pressure, turn & 1); });
    crew.add([&heat](int turn) { raise(heat, turn & 3); });
    crew.add([&water](int turn) { raise(water, turn % 3); });
    crew.add([&smoke](int turn) { raise(smoke, turn % 5); });
  }
  return {pressure, heat, water, smoke};
}

} // namespace

int main() {
  const Levels levels = watch();
  std::printf("%d %d %d %d\n", levels.pressure, levels.heat, levels.water, levels.smoke);
}
