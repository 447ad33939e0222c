// Counters that are called by a name of their own, in vectors that functions are given whole.
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <thread>
#include <vector>

namespace weather {

using Count = std::atomic<unsigned>;
typedef std::vector<Count> Counts;

unsigned most(const Counts &counts) {
  unsigned most = 0;
  for (const Count &one : counts)
    most = one > most ? one.load() : most;
  return most;
}

void add(Counts &counts, std::size_t station) {
  counts[station].fetch_add(1, std::memory_order_relaxed);
}

} // namespace weather

int main() {
  constexpr std::size_t kStations = 4;
  weather::Counts frosts(kStations), storms(kStations);
  std::atomic<std::size_t> ready{0};
  std::vector<std::thread> stations;
  for (std::size_t station = 0; station < kStations; ++station)
    stations.emplace_back([&, station] {
      for (++ready; ready != kStations;) {
      }
      for (unsigned day = 0; day < 20000; ++day) {
        weather::add(frosts, station);
        if (day % 4 == station)
          weather::add(storms, station);
      }
    });
  for (std::thread &one : stations)
    one.join();
  frosts[0] = 0;
  std::printf("%u %u\n", weather::most(frosts), weather::most(storms));
}
