// Weights of parcels by scale: vectors that are passed to functions, objects and threads as a
// whole, and added up by the library.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <functional>
#include <numeric>
#include <thread>
#include <vector>

namespace post {

constexpr int kScales = 4, kParcels = 20000;

/// Keeps the compiler from adding up in a register.
void settle() {
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

// Weighs the parcels of one scale.
void weigh(std::vector<long> &weights, int scale) {
  for (int i = 0; i < kParcels; ++i) {
    weights[scale] += i % 7;
    settle();
  }
}

/// Stamps what was weighed.
class Stamps {
public:
  Stamps(std::vector<std::atomic<int>> &stamps, int scale) : stamps_(stamps), scale_(scale) {}
  void press() {
    for (int i = 0; i < kParcels; ++i)
      stamps_[scale_].fetch_add(i & 1, std::memory_order_relaxed);
  }

private:
  std::vector<std::atomic<int>> &stamps_;
  int scale_;
};

long heaviest(const std::vector<long> &weights) {
  return *std::max_element(weights.begin(), weights.end());
}

} // namespace post

int main() {
  std::vector<long> weights(post::kScales);
  std::vector<std::atomic<int>> stamps(post::kScales);
  std::vector<std::thread> threads;
  for (int i = 0; i < post::kScales; ++i) {
    threads.emplace_back(post::weigh, std::ref(weights), i);
    threads.emplace_back([&stamps, i] { post::Stamps(stamps, i).press(); });
  }
  for (std::thread &one : threads)
    one.join();
  const long all = std::accumulate(weights.begin(), weights.end(), 0L);
  const auto stamped = std::accumulate(stamps.begin(), stamps.end(), 0);
  const auto light =
      std::count_if(weights.begin(), weights.end(), [](long one) { return one < 9; });
  std::printf("%ld %ld %d %d\n", all, post::heaviest(weights), stamped, static_cast<int>(light));
}
