// project: PZChessBot (search threads)
// reference: https://github.com/kevlu8/PZChessBot/pull/321 (read)
// kind: first-touch
// starts: visible
// wrong: the main thread makes an array of the per-thread search data, which value-initialises megabytes of tables for each.
#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

struct Accumulator {
  int16_t values[2][1024];
};

struct ThreadInfo {
  int id;
  uint64_t nodes;
  int16_t history[2][64][64];
  int16_t conthist[12][64][12][64];
  Accumulator stack[256];
};

std::atomic<bool> stop_search{false};

int pick_move(uint64_t seed);

static void iterativedeepening(ThreadInfo& ti) {
  while (!stop_search.load(std::memory_order_relaxed)) {
    const int move = pick_move(++ti.nodes);
    const int from = move & 63, to = move >> 6 & 63;
    ti.history[move & 1][from][to] += 8;
    ti.conthist[move % 12][from][from % 12][to] += 4;
    for (int i = 0; i < 1024; ++i) ti.stack[ti.nodes % 256].values[move & 1][i] += static_cast<int16_t>(move);
  }
}

uint64_t search(int num_threads) {
  std::vector<std::thread> threads;
#ifdef FIXED
  std::vector<std::unique_ptr<ThreadInfo>> infos(num_threads);
  for (int t = 0; t < num_threads; ++t)
    threads.emplace_back([&infos, t] {
      infos[t] = std::make_unique<ThreadInfo>();
      infos[t]->id = t;
      iterativedeepening(*infos[t]);
    });
#else
  auto infos = std::make_unique<ThreadInfo[]>(num_threads); // expect: fsfind-serial-first-touch
  for (int t = 0; t < num_threads; ++t) {
    infos[t].id = t;
    threads.emplace_back(iterativedeepening, std::ref(infos[t]));
  }
#endif
  for (auto& t : threads) t.join();
  uint64_t nodes = 0;
  for (int t = 0; t < num_threads; ++t) {
#ifdef FIXED
    nodes += infos[t]->nodes;
#else
    nodes += infos[t].nodes;
#endif
  }
  return nodes;
}
