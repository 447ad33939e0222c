// args: -std=c++17 -pthread
// The main thread makes one array of route-search records, megabytes for each thread: make_unique value-initialises all of
// them, and no loop is in sight. Each thread gets a reference to its own record and works on that only.
// as in: PZChessBot, https://github.com/kevlu8/PZChessBot/pull/321
#include <atomic>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

struct alignas(4096) Timetable {
  int arrival[2048][512];
  short seen[2048][64];
  long asked;
};
static std::atomic<bool> stopping{false};

static void search(Timetable &own, unsigned seed) {
  for (int round = 0; round < 1000000 && !stopping.load(std::memory_order_relaxed); ++round) {
    seed = seed * 1103515245u + 12345u;
    const unsigned stop = seed >> 21;
    for (int minute = 0; minute < 512; ++minute)
      own.arrival[stop][minute] += own.seen[stop][minute % 64]++;
    ++own.asked;
  }
}

long plan(std::size_t count) {
  std::vector<std::thread> threads;
#ifdef FIXED
  std::vector<std::unique_ptr<Timetable>> tables(count);
  for (std::size_t n = 0; n < count; ++n)
    threads.emplace_back([&tables, n] {
      tables[n] = std::make_unique<Timetable>();
      search(*tables[n], static_cast<unsigned>(n));
    });
#else
  std::unique_ptr<Timetable[]> tables = std::make_unique<Timetable[]>(count); // expect: fsfind-serial-first-touch
  for (std::size_t n = 0; n < count; ++n)
    threads.emplace_back(search, std::ref(tables[n]), static_cast<unsigned>(n));
#endif
  for (std::thread &thread : threads)
    thread.join();
  long asked = 0;
  for (std::size_t n = 0; n < count; ++n)
#ifdef FIXED
    asked += tables[n]->asked;
#else
    asked += tables[n].asked;
#endif
  return asked;
}
