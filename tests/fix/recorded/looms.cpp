// Rows of numbers on the heap, one for each weaver's thread, which gets a reference to its own.
#include <cstdio>
#include <thread>
#include <vector>

namespace {

constexpr int kWeavers = 4, kColours = 5;

void weave(int (&threads)[kColours], int colour) {
  threads[colour] = threads[colour] + 1;
}

} // namespace

int main() {
  int(*woven)[kColours] = new int[kWeavers][kColours]();
  std::vector<std::thread> weavers;
  for (int weaver = 0; weaver < kWeavers; ++weaver)
    weavers.emplace_back([woven, weaver] {
      for (int step = 0; step < 20000; ++step)
        weave(woven[weaver], step % kColours);
    });
  for (std::thread &weaver : weavers)
    weaver.join();
  for (int weaver = 0; weaver < kWeavers; ++weaver)
    for (int colour = 0; colour < kColours; ++colour)
      std::printf("%d\n", woven[weaver][colour]);
  delete[] woven;
  return 0;
}
