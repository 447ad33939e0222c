// Sums of a class template with two instances, whose lanes are one thread's each; one of its
// methods is not used, and one branch is compiled for one of the two.
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <thread>
#include <vector>

namespace {

template <class Sum, std::size_t Lanes> class Tolls {
public:
  void pay(std::size_t lane, Sum sum) {
    std::atomic<Sum> &till = tills_[lane];
    till.store(till.load(std::memory_order_relaxed) + sum, std::memory_order_relaxed);
  }
  Sum of(std::size_t lane) const;
  Sum total() const {
    Sum all{};
    for (const auto &till : tills_)
      all += till.load();
    return all;
  }
  void forgive(std::size_t lane) { tills_.at(lane).store(Sum{}); }

private:
  std::array<std::atomic<Sum>, Lanes> tills_{};
};

template <class Sum, std::size_t Lanes> Sum Tolls<Sum, Lanes>::of(std::size_t lane) const {
  if constexpr (sizeof(Sum) > sizeof(int))
    return tills_[lane].load();
  else
    return this->tills_[lane] + Sum{0};
}

Tolls<long, 4> cents;
Tolls<unsigned, 4> cars;

} // namespace

int main() {
  std::vector<std::thread> lanes;
  for (std::size_t lane = 0; lane < 4; ++lane)
    lanes.emplace_back([lane] {
      for (unsigned car = 0; car < 8000; ++car) {
        cents.pay(lane, 120 + static_cast<long>(car % 7));
        cars.pay(lane, 1);
      }
    });
  for (std::thread &lane : lanes)
    lane.join();
  for (std::size_t lane = 0; lane < 4; ++lane)
    std::printf("%ld %u\n", cents.of(lane), cars.of(lane));
  std::printf("%ld %u\n", cents.total(), cars.total());
  return 0;
}
