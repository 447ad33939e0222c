// args: -std=c++17 -pthread
// suspect: run
// The main thread makes one array of route-search records, megabytes for each thread: make_unique
// value-initialises them, no loop is in sight. Each thread works on its own, by a reference.
// as in: PZChessBot, https://github.com/kevlu8/PZChessBot/pull/321
#include <atomic>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

struct alignas(4096) Timetable {
  int arrival[2048][512];
  short seen[2048][64];
};
static std::atomic<bool> stopping{false};

static void search(Timetable &own, unsigned seed) {
  for (int round = 0; round < 1000000 && !stopping.load(); ++round) {
    seed = seed * 1103515245u + 12345u;
    const unsigned stop = seed >> 21;
    for (int minute = 0; minute < 512; ++minute)
      own.arrival[stop][minute] += own.seen[stop][minute % 64]++;
  }
}

void plan(std::size_t count) {
  std::vector<std::thread> threads;
#ifdef FIXED
  std::vector<std::unique_ptr<Timetable>> tables(count);
  for (std::size_t n = 0; n < count; ++n)
    threads.emplace_back([&tables, n] {
      tables[n] = std::make_unique<Timetable>();
      search(*tables[n], n);
    });
#else
  auto tables = std::make_unique<Timetable[]>(count); // expect: fsfind-serial-first-touch
  for (std::size_t n = 0; n < count; ++n)
    threads.emplace_back(search, std::ref(tables[n]), n);
#endif
  for (std::thread &thread : threads)
    thread.join();
}
