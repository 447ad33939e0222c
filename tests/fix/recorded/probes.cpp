// Probes of two kinds are asked by one thread, through virtual functions, and calibrated by
// another: the pointer to a class's functions lies in front of what the calibration counts.
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <thread>

namespace lab {

constexpr int kRounds = 15000;

unsigned next(unsigned number) {
  for (int i = 0; i < 40; ++i)
    number = number * 1664525u + 1013904223u;
  std::atomic_signal_fence(std::memory_order_seq_cst); // as if it were in another file
  return number;
}

class Probe {
public:
  virtual ~Probe() = default;
  virtual unsigned ask(unsigned seed) const = 0;
  void calibrate(unsigned by) {
    ++calibrated_;
    drift_ += by;
  }
  std::uint64_t calibrated() const { return calibrated_; }
  std::uint64_t drift() const { return drift_; }

private:
  std::uint64_t calibrated_ = 0, drift_ = 0;
};

class Heat : public Probe {
public:
  unsigned ask(unsigned seed) const override { return seed >> 8; }
};

class Acid : public Probe {
public:
  unsigned ask(unsigned seed) const override { return seed & 15; }
};

} // namespace lab

int main() {
  using namespace lab;
  Probe *probes[] = {new Heat, new Acid};
  std::atomic<int> met{0};
  const auto meet = [&met] {
    met.fetch_add(1);
    while (met.load() < 2)
      std::this_thread::yield();
  };
  std::uint64_t sum = 0;
  std::thread clerk([&] {
    meet();
    unsigned seed = 3;
    std::uint64_t read = 0;
    for (int i = 0; i < kRounds; ++i) {
      seed = next(seed);
      read += probes[i & 1]->ask(seed);
    }
    sum = read;
  });
  std::thread smith([&] {
    meet();
    unsigned seed = 5;
    for (int i = 0; i < kRounds; ++i) {
      seed = next(seed);
      probes[i & 1]->calibrate(seed & 7);
    }
  });
  clerk.join();
  smith.join();
  std::printf("%llu %llu %llu\n", static_cast<unsigned long long>(sum),
              static_cast<unsigned long long>(probes[0]->calibrated() + probes[1]->calibrated()),
              static_cast<unsigned long long>(probes[0]->drift() + probes[1]->drift()));
  delete probes[0];
  delete probes[1];
}
