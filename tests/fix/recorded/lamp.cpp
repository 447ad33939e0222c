// What painters ask of a stage's lamps, flags in few bits among it, beside what the electrician
// counts.
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <thread>

namespace stage {

constexpr int kPainters = 3, kStrokes = 12000;

struct Lamps {
  std::uint8_t dark : 1;
  std::uint8_t warm : 1;
  std::uint8_t level : 6;
  std::uint8_t hue;
  std::uint16_t width;
  std::uint32_t switched;
  std::uint64_t energy;
};

unsigned next(unsigned number) {
  for (int i = 0; i < 40; ++i)
    number = number * 134775813u + 1u;
  std::atomic_signal_fence(std::memory_order_seq_cst); // as if it were in another file
  return number;
}

unsigned shade(const Lamps &lamps, unsigned stroke) {
  if (lamps.dark)
    return 0;
  return (stroke % lamps.width) * lamps.level + (lamps.warm ? lamps.hue : 0u);
}

} // namespace stage

int main() {
  using namespace stage;
  Lamps *lamps = new Lamps{0, 1, 20, 7, 640, 0, 0};
  std::atomic<int> met{0};
  const auto meet = [&met] {
    met.fetch_add(1);
    while (met.load() < kPainters + 1)
      std::this_thread::yield();
  };
  unsigned painted[kPainters] = {};
  std::thread electrician([&meet, lamps] {
    meet();
    unsigned power = 5;
    for (int i = 0; i < kStrokes; ++i) {
      power = next(power);
      ++lamps->switched;
      lamps->energy += power & 255;
    }
  });
  std::thread painters[kPainters];
  for (int p = 0; p < kPainters; ++p)
    painters[p] = std::thread([&meet, &mine = painted[p], lamps, p] {
      meet();
      unsigned stroke = static_cast<unsigned>(p), sum = 0;
      for (int i = 0; i < kStrokes; ++i) {
        stroke = next(stroke);
        sum += shade(*lamps, stroke);
      }
      mine = sum;
    });
  electrician.join();
  for (std::thread &one : painters)
    one.join();
  std::printf("%u %u %u %u %llu\n", painted[0], painted[1], painted[2], lamps->switched,
              static_cast<unsigned long long>(lamps->energy));
  delete lamps;
}
