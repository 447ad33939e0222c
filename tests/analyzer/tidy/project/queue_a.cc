#include "queue.h"

struct Totals {
  long hits;
};

static Totals totals[8];

static void count(int number) {
  for (int i = 0; i < 1000000; ++i)
    totals[number].hits++;
}

void begin() {
  start();
  for (int i = 0; i < 8; ++i)
    std::thread(count, i).join();
}
