// Organ players, each with two stops of one table, which a constructor makes in memory of malloc
// that it holds as such first.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <thread>
#include <vector>

namespace {

constexpr int kPlayers = 4, kStops = 2, kNotes = 8000;

struct Stop {
  int drawn;
  union {
    long air;
    double pressure;
  };
};

class Organ {
public:
  explicit Organ(int players);
  ~Organ() { std::free(stops_); }
  Organ(const Organ &) = delete;
  Organ &operator=(const Organ &) = delete;
  Stop *of(int player) { return stops_ + player * kStops; }

private:
  Stop *stops_;
};

Organ::Organ(int players) {
  void *raw = std::malloc(sizeof(Stop) * kStops * players);
  if (!raw)
    throw std::bad_alloc();
  stops_ = static_cast<Stop *>(raw);
  for (int i = 0; i < players * kStops; ++i) {
    stops_[i].drawn = 0;
    stops_[i].air = 0;
  }
}

__attribute__((noinline)) void play(Stop *stops, std::atomic<int> &seated) {
  seated.fetch_add(1);
  while (seated.load() < kPlayers) {
  }
  for (int note = 0; note < kNotes; ++note) {
    stops[note & 1].drawn += note & 3;
    stops[note & 1].air += note;
    std::atomic_signal_fence(std::memory_order_seq_cst); // as if it were in another file
  }
}

} // namespace

int main() {
  Organ organ(kPlayers);
  std::atomic<int> seated{0};
  std::vector<std::thread> players;
  for (int i = 0; i < kPlayers; ++i)
    players.emplace_back(play, organ.of(i), std::ref(seated));
  for (std::thread &player : players)
    player.join();
  for (int i = 0; i < kPlayers * kStops; ++i)
    std::printf("%d %ld\n", organ.of(0)[i].drawn, organ.of(0)[i].air);
}
