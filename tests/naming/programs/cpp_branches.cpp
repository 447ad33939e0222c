// Branches choose the member: compilers make one access of it, whose address they compute.
#include "tests/naming/programs/support.h"

#include <atomic>
#include <thread>
#include <vector>

namespace {

constexpr unsigned kThreads = 4;

struct Outcome {
  long hits = 0, misses = 0;
};

struct Kinds {
  long reads = 0, writes = 0, errors = 0;
};

struct Search {
  std::atomic<long> found{0}, lost{0};
  long rounds = 0;
};

struct Tables {
  std::vector<Outcome> outcomes;
  std::vector<Kinds> kinds;
  std::vector<Search> searches;
};

void count(Tables *tables, unsigned self) {
  unsigned seed = self;
  Search &search = tables->searches[self];
  for (int round = 0; round < 10000; ++round) {
    seed = work(seed);
    if (seed % 3 != 0)
      tables->outcomes[self].hits++;
    else
      tables->outcomes[self].misses++;
    switch (seed / 16 % 3) {
    case 0:
      tables->kinds[self].reads++;
      break;
    case 1:
      tables->kinds[self].writes++;
      break;
    default:
      tables->kinds[self].errors++;
    }
    std::atomic<long> &one = (seed & 1024) != 0 ? search.found : search.lost;
    one.fetch_add(1, std::memory_order_relaxed);
  }
}

} // namespace

int main() {
  Tables tables{std::vector<Outcome>(kThreads), std::vector<Kinds>(kThreads),
                std::vector<Search>(kThreads)};
  for (unsigned i = 0; i < kThreads; ++i) {
    TELL_MEMBER("heap", "", i, "Outcome", tables.outcomes[i], hits);
    TELL_MEMBER("heap", "", i, "Outcome", tables.outcomes[i], misses);
    TELL_MEMBER("heap", "", i, "Kinds", tables.kinds[i], reads);
    TELL_MEMBER("heap", "", i, "Kinds", tables.kinds[i], writes);
    TELL_MEMBER("heap", "", i, "Kinds", tables.kinds[i], errors);
    TELL_MEMBER("heap", "", i, "Search", tables.searches[i], found);
    TELL_MEMBER("heap", "", i, "Search", tables.searches[i], lost);
  }
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < kThreads; ++i)
    threads.emplace_back(count, &tables, i);
  for (std::thread &thread : threads)
    thread.join();
}
