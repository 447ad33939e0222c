#include <gate.h>

#include <cstdio>
#include <thread>
#include <vector>

static gate gates[GATES];

static void open(int number) {
  for (long ticket = 0; ticket < 20000; ++ticket)
    turn(&gates[number], ticket);
}

int main() {
  std::vector<std::thread> keepers;
  for (int number = 0; number < GATES; ++number)
    keepers.emplace_back(open, number);
  for (std::thread &keeper : keepers)
    keeper.join();
  for (const gate &one : gates)
    std::printf("%ld %ld\n", one.passed, one.refused);
  return 0;
}
