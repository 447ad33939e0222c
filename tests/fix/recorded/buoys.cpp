// Buoys that one thread measures and another drives. They are made by `new` of before C++17, which
// honours no alignment, and lie beside the table that leads to them. The first member of the
// derived class lies in the padding at the end of its base.

// standard: c++11

#include <atomic>
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

class Buoy {
public:
  explicit Buoy(int mooring) : mooring_(mooring) {}
  virtual ~Buoy() = default;
  void measure(unsigned depth);
  virtual void drive(unsigned tide) = 0;
  long sum() const { return samples_ + depths_; }

protected:
  int mooring_;
  long samples_ = 0;
  unsigned depths_ = 0;
};

class LightBuoy : public Buoy {
public:
  LightBuoy(int mooring, unsigned gain) : Buoy(mooring), gain_(gain) {}
  void drive(unsigned tide) override;
  long light() const { return static_cast<long>(drives_ + flashes_); }

private:
  unsigned tide_ = 0;
  unsigned long drives_ = 0;
  unsigned long flashes_ = 0;
  unsigned gain_;
};

__attribute__((noinline)) void Buoy::measure(unsigned depth) {
  depths_ = (depths_ >> 1) + (depth & 0xffff);
  ++samples_;
}

__attribute__((noinline)) void LightBuoy::drive(unsigned tide) {
  tide_ = tide % 1000;
  flashes_ += tide_ * gain_;
  ++drives_;
}

namespace {

constexpr unsigned kTides = 8000;

class Bay {
public:
  void moor(LightBuoy *buoy) { buoys_.push_back(std::unique_ptr<LightBuoy>(buoy)); }
  void run() {
    std::thread measuring([this] {
      begin();
      for (unsigned i = 0; i < kTides; i++)
        for (auto &buoy : buoys_)
          buoy->measure(i * 1664525u);
    });
    std::thread driving([this] {
      begin();
      for (unsigned i = 0; i < kTides; i++)
        for (auto &buoy : buoys_)
          buoy->drive(i);
    });
    measuring.join();
    driving.join();
  }
  void print() const {
    for (const auto &buoy : buoys_)
      std::printf("%ld %ld\n", buoy->sum(), buoy->light());
  }

private:
  void begin() {
    waiting_.fetch_add(1);
    while (waiting_.load() != 2) {
    }
  }

  std::atomic<int> waiting_{0};
  std::vector<std::unique_ptr<LightBuoy>> buoys_;
};

} // namespace

int main() {
  Bay bay;
  bay.moor(new LightBuoy(3, 2));
  bay.moor(new LightBuoy(5, 7));
  bay.run();
  bay.print();
}
