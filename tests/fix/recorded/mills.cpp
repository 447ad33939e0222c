// A container that threads reach through methods which return references to it, and numbers that
// they are handed one by one.
#include <cstdio>
#include <functional>
#include <thread>
#include <vector>

namespace {

class Mills {
public:
  explicit Mills(int number) : ground_(number) {}
  std::vector<long> &ground() { return ground_; }
  const std::vector<long> &seen() const { return ground_; }
  volatile int &idle(int mill) { return idle_[mill]; }
  int idled(int mill) const { return idle_[mill]; }

private:
  std::vector<long> ground_;
  int idle_[4] = {};
};

void wait(volatile int &idle, int steps) {
  idle = idle + steps;
}

void grind(Mills &mills, volatile int &idle, int mill) {
  for (int sack = 0; sack < 24000; ++sack) {
    mills.ground()[mill] += sack % 5;
    wait(idle, 1);
  }
}

} // namespace

int main() {
  Mills mills(4);
  std::vector<std::thread> millers;
  for (int mill = 0; mill < 4; ++mill)
    millers.emplace_back(grind, std::ref(mills), std::ref(mills.idle(mill)), mill);
  for (std::thread &miller : millers)
    miller.join();
  for (long one : mills.seen())
    std::printf("%ld\n", one);
  std::printf("%d\n", mills.idled(2));
  return 0;
}
