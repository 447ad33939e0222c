// Readings of a buoy that are numbers or their bits, in parts without a name; a class with
// constructor and methods.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <thread>

namespace {

constexpr std::uint32_t kWaves = 20000;

std::uint32_t swell(std::uint32_t wave) {
  for (int i = 0; i < 60; ++i)
    wave = (wave << 7 | wave >> 25) * 0x85ebca6bu + 3;
  return wave;
}

class Buoy {
public:
  Buoy() : height_(0), peaks_{0}, gusts_(0) {}

  void float_up(std::uint32_t wave) {
    height_ = height_ + (swell(wave) & 15);
    peaks_ = peaks_ + 1;
  }
  void blow(std::uint32_t wave) {
    gusts_ = gusts_ + (swell(wave) & 1);
    gust_sum_ = gust_sum_ + (swell(wave) & 7);
  }
  void drift(std::uint32_t wave) {
    east_ = east_ + 1;
    north_ = north_ + (swell(wave) & 3);
  }
  void print() const {
    std::printf("%.0f high (%016llx), %llu peaks\n", height_,
                static_cast<unsigned long long>(height_bits_),
                static_cast<unsigned long long>(peaks_));
    std::printf("%u gusts of %u\n", gusts_, gust_sum_);
    std::printf("%u east, %u north\n", east_, north_);
  }

private:
  union {
    volatile double height_;
    std::uint64_t height_bits_;
  };
  volatile std::uint64_t peaks_;
  union {
    std::uint64_t wind_;
    struct {
      volatile std::uint32_t gusts_, gust_sum_;
    };
  };
  struct {
    volatile std::uint32_t east_ = 0;
    volatile std::uint32_t north_ = 0;
  };
};

Buoy buoy;

} // namespace

int main() {
  std::thread float_up([] {
    for (std::uint32_t wave = 0; wave < kWaves; ++wave)
      buoy.float_up(wave);
  });
  std::thread blow([] {
    for (std::uint32_t wave = 0; wave < kWaves; ++wave)
      buoy.blow(wave);
  });
  std::thread drift([] {
    for (std::uint32_t wave = 0; wave < kWaves; ++wave)
      buoy.drift(wave);
  });
  float_up.join();
  blow.join();
  drift.join();
  buoy.print();
  return 0;
}
