#include "mock_std.h"

constexpr std::size_t kCacheLineSize = 64;

// CHECK: :[[@LINE+1]]:8: warning: each thread writes its own element of 'totals'
struct Totals {
  long hits;
  long misses;
};

// CHECK: :[[@LINE+1]]:15: note: 'totals' is declared here
static Totals totals[8];

static void work(int number) {
  for (int i = 0; i < 1000000; ++i)
    totals[number].hits++;
}

int main() {
  for (int i = 0; i < 8; ++i)
    std::thread(work, i).join();
}
