// No threads: nothing to say.
#include "mock_std.h"

struct Pair {
  std::atomic<long> first;
  std::atomic<long> second;
};

Pair pair;

int main() {
  for (int i = 0; i < 1000; ++i) {
    pair.first.fetch_add(1);
    pair.second.fetch_add(1);
  }
}
