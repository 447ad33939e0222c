// The tide's height, double-buffered as plain numbers behind an index, and the waves that were
// counted.
#include <atomic>
#include <cstdio>
#include <thread>

namespace coast {

constexpr int kTides = 3, kWaves = 16000, kWatchers = 2;

class Gauge {
public:
  void rise(long by) {
    heights_[now_ ^ 1] += by;
    ++waves_;
  }
  long height() const { return heights_[now_]; }
  long waves() const { return waves_; }
  void turn() { now_ ^= 1; }

private:
  long heights_[2] = {};
  int now_ = 0;
  long waves_ = 0;
};

Gauge gauge;
std::atomic<int> met{0};

void meet(int parts) {
  const int all = (met.fetch_add(1) / parts + 1) * parts;
  while (met.load() < all)
    std::this_thread::yield();
}

unsigned roll(unsigned sea) {
  for (int i = 0; i < 80; ++i)
    sea = sea * 134775813u + 1u;
  std::atomic_signal_fence(std::memory_order_seq_cst); // as if it were in another file
  return sea;
}

} // namespace coast

int main() {
  using namespace coast;
  long seen[kWatchers] = {};
  std::thread sea([] {
    unsigned wave = 3;
    for (int tide = 0; tide < kTides; ++tide) {
      meet(kWatchers + 1);
      for (int i = 0; i < kWaves; ++i) {
        wave = roll(wave);
        gauge.rise(wave & 7);
      }
      meet(kWatchers + 1);
      gauge.turn();
    }
  });
  std::thread watchers[kWatchers];
  for (int w = 0; w < kWatchers; ++w)
    watchers[w] = std::thread([&mine = seen[w], w] {
      unsigned eye = static_cast<unsigned>(w);
      long sum = 0;
      for (int tide = 0; tide < kTides; ++tide) {
        meet(kWatchers + 1);
        for (int i = 0; i < kWaves; ++i) {
          eye = roll(eye);
          sum += gauge.height() ^ static_cast<long>(eye & 3);
        }
        meet(kWatchers + 1);
      }
      mine = sum;
    });
  sea.join();
  for (std::thread &one : watchers)
    one.join();
  std::printf("%ld %ld %ld %ld\n", gauge.waves(), gauge.height(), seen[0], seen[1]);
}
