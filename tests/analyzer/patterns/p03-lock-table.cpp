// suspect: line
// P3: striped mutexes of a map.
#include <array>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

class StripedMap {
public:
  void put(const std::string &key, long value) {
    const std::size_t stripe = std::hash<std::string>()(key) % kStripes;
    std::lock_guard<std::mutex> guard(mutexOf(stripe));
    maps_[stripe][key] = value;
  }

private:
  static constexpr std::size_t kStripes = 64;
#ifdef FIXED
  struct alignas(64) Stripe {
    std::mutex mutex;
  };
  std::mutex &mutexOf(std::size_t stripe) { return mutexes_[stripe].mutex; }
  std::array<Stripe, kStripes> mutexes_;
#else
  std::mutex &mutexOf(std::size_t stripe) { return mutexes_[stripe]; }
  std::array<std::mutex, kStripes> mutexes_; // expect: fsfind-per-thread-slots
#endif
  std::array<std::unordered_map<std::string, long>, kStripes> maps_;
};

static StripedMap shared;

int main() {
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([t] {
      for (long i = 0; i < 1000000; ++i)
        shared.put(std::to_string(i + t), i);
    });
  for (auto &thread : threads)
    thread.join();
}
