// Instances of class templates: members, static members and variable templates.
#include "tests/naming/programs/support.h"

#include <atomic>
#include <memory>
#include <thread>
#include <tuple>
#include <vector>

namespace stats {

template <class T> struct Extremes {
  T least{};
  T greatest{};
  void see(T value) {
    if (value < least)
      least = value;
    if (value > greatest)
      greatest = value;
  }
};

template <class T, class Policy, int Buckets> class Histogram {
public:
  void add(T value) {
    ++buckets_[Policy::bucket(value) % Buckets];
    extremes_.see(value);
    ++additions;
  }
  void clearSum() { sum_ = T{}; }
  void addToSum(T value) { sum_ += value; }
  void tellAll(const char *type) const {
    TELL_MEMBER("heap", "", -1, type, *this, buckets_);
    tell("heap", "", -1, type, "extremes_.least", &extremes_.least, sizeof(T));
    tellPart("stats::Extremes<double>", "least");
    tell("heap", "", -1, type, "extremes_.greatest", &extremes_.greatest, sizeof(T));
    tellPart("stats::Extremes<double>", "greatest");
    TELL_MEMBER("heap", "", -1, type, *this, sum_);
  }
  inline static std::atomic<long> additions{0};

private:
  unsigned buckets_[Buckets] = {};
  Extremes<T> extremes_;
  T sum_{};
};

struct ByRemainder {
  static unsigned bucket(double value) { return static_cast<unsigned>(value) % 7; }
};

template <class T> std::atomic<long> seen{0};

} // namespace stats

namespace {

using Latencies = stats::Histogram<double, stats::ByRemainder, 4>;

void measure(Latencies &latencies) {
  unsigned seed = 5;
  for (int round = 0; round < 12000; ++round) {
    seed = work(seed);
    latencies.add(seed % 1000);
  }
}

void sum(Latencies &latencies) {
  unsigned seed = 6;
  for (int round = 0; round < 12000; ++round) {
    seed = work(seed);
    latencies.addToSum(seed & 7);
    if (seed % 64 == 0)
      latencies.clearSum();
    stats::seen<double> += seed & 1;
  }
}

template <class T> void see() {
  for (unsigned round = 0; round < 12000; ++round)
    stats::seen<T>.fetch_add(work(round) & 3, std::memory_order_relaxed);
}

} // namespace

int main() {
  const auto latencies = std::make_unique<Latencies>();
  latencies->tellAll("stats::Histogram<double, stats::ByRemainder, 4>");
  TELL_OBJECT("global", "additions", -1, "std::atomic<long>", Latencies::additions);
  TELL_OBJECT("global", "seen<double>", -1, "std::atomic<long>", stats::seen<double>);
  TELL_OBJECT("global", "seen<int>", -1, "std::atomic<long>", stats::seen<int>);
  std::vector<std::thread> threads;
  threads.emplace_back(measure, std::ref(*latencies));
  threads.emplace_back(sum, std::ref(*latencies));
  threads.emplace_back(see<int>);
  threads.emplace_back(see<double>);
  for (std::thread &thread : threads)
    thread.join();
}
