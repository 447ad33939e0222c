// project: primecount (src/S2LoadBalancer.cpp, S2 functions)
// reference: reduced from memory; the released code keeps them in aligned_vector, each element between paddings
// kind: per-thread-array
// starts: visible
// args: -fopenmp
// wrong: the time that each thread needs and its sums of mu are in vectors with one element per thread; the inner loops of all
//        threads update neighbouring elements.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <vector>

#include <omp.h>

namespace primecount {

using maxint_t = __int128_t;

#ifdef FIXED
constexpr std::size_t CACHE_LINE_SIZE = 1 << 9;

template <typename T>
class aligned_vector {
public:
  explicit aligned_vector(std::size_t size) : vect_(size) {}
  T& operator[](std::size_t pos) { return vect_[pos].val; }
  const T& operator[](std::size_t pos) const { return vect_[pos].val; }
  std::size_t size() const { return vect_.size(); }

private:
  struct align_t {
    char pad1[CACHE_LINE_SIZE / 2];
    T val;
    char pad2[CACHE_LINE_SIZE / 2];
  };
  std::vector<align_t> vect_;
};
#endif

double get_wtime() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

int ideal_num_threads(int threads, int64_t sieve_limit, int64_t thread_threshold) {
  thread_threshold = std::max<int64_t>(1, thread_threshold);
  return static_cast<int>(std::min<int64_t>(threads, std::max<int64_t>(1, sieve_limit / thread_threshold)));
}

class S2Status {
public:
  explicit S2Status(maxint_t x) : x_(x) {}
  void print(maxint_t n, maxint_t limit) {
    double percent = 100.0 * static_cast<double>(n) / static_cast<double>(limit > 0 ? limit : 1);
    if (percent - old_ > 0.1) {
      std::cout << "\rStatus: " << std::fixed << std::setprecision(1) << percent << '%' << std::flush;
      old_ = percent;
    }
  }

private:
  maxint_t x_;
  double old_ = -1;
};

class S2LoadBalancer {
public:
  S2LoadBalancer(int64_t z, int64_t threads) : z_(z), sqrtz_(static_cast<int64_t>(std::sqrt(z))), threads_(threads) {
    min_size_ = std::max<int64_t>(1 << 9, sqrtz_ / 16);
    max_size_ = std::max<int64_t>(min_size_, sqrtz_);
  }

  int64_t get_min_segment_size() const { return min_size_; }
  double get_rsd() const { return rsd_; }

#ifdef FIXED
  void update(int64_t low, int64_t threads, int64_t* segment_size, int64_t* segments_per_thread, aligned_vector<double>& timings) {
#else
  void update(int64_t low, int64_t threads, int64_t* segment_size, int64_t* segments_per_thread, std::vector<double>& timings) {
#endif
    double average = 0;
    for (std::size_t i = 0; i < timings.size(); i++)
      average += timings[i];
    average /= static_cast<double>(timings.size());
    double deviation = 0;
    for (std::size_t i = 0; i < timings.size(); i++)
      deviation += (timings[i] - average) * (timings[i] - average);
    rsd_ = 100 * std::sqrt(deviation / static_cast<double>(timings.size())) / std::max(average, 1e-9);
    if (*segment_size < max_size_)
      *segment_size = std::min(*segment_size * 2, max_size_);
    else if (average < 10 && rsd_ < 20)
      *segments_per_thread *= 2;
    else if (*segments_per_thread > 1 && low > z_ / 2)
      *segments_per_thread /= 2;
  }

private:
  int64_t z_;
  int64_t sqrtz_;
  int64_t threads_;
  int64_t min_size_;
  int64_t max_size_;
  double rsd_ = 40;
};

int64_t S2_hard_thread(int64_t x, int64_t y, int64_t segment_size, int64_t segments, int64_t thread_num, int64_t low, int64_t limit,
                       const std::vector<int32_t>& primes, const std::vector<int32_t>& mu, int64_t& mu_sum, double& timing) {
  timing = get_wtime();
  low += segment_size * segments * thread_num;
  limit = std::min(low + segment_size * segments, limit);
  int64_t S2_thread = 0;
  mu_sum = 0;

  for (; low < limit; low += segment_size) {
    int64_t high = std::min(low + segment_size, limit);
    for (std::size_t b = 1; b < primes.size(); b++) {
      int64_t prime = primes[b];
      int64_t min_m = std::max<int64_t>(x / (prime * high + 1), y / prime);
      int64_t max_m = std::min<int64_t>(x / (prime * low + 1), y);
      if (prime >= max_m)
        break;
      for (int64_t m = max_m; m > min_m; m--) {
        if (mu[m] != 0) {
          S2_thread -= mu[m] * (x / (prime * m));
          mu_sum -= mu[m];
        }
      }
    }
  }

  timing = get_wtime() - timing;
  return S2_thread;
}

maxint_t S2_hard(int64_t x, int64_t y, int64_t z, const std::vector<int32_t>& primes, const std::vector<int32_t>& mu, int threads) {
  threads = ideal_num_threads(threads, z, 1 << 20);

  S2Status status(x);
  S2LoadBalancer loadBalancer(z, threads);
  int64_t segment_size = loadBalancer.get_min_segment_size();
  int64_t segments_per_thread = 1;
  int64_t low = 1;
  int64_t limit = z + 1;
  maxint_t s2_hard = 0;
  std::vector<int64_t> phi_total(primes.size(), 0);

  while (low < limit) {
    int64_t segments = (limit - low + segment_size - 1) / segment_size;
    threads = static_cast<int>(std::min<int64_t>(threads, segments));
    segments_per_thread = std::min(segments_per_thread, (segments + threads - 1) / threads);

#ifdef FIXED
    aligned_vector<double> timings(threads);
    aligned_vector<int64_t> mu_sum(threads);
#else
    std::vector<double> timings(threads); // expect: fsfind-per-thread-slots
    std::vector<int64_t> mu_sum(threads); // expect: fsfind-per-thread-slots
#endif

#pragma omp parallel for num_threads(threads) reduction(+ : s2_hard)
    for (int i = 0; i < threads; i++)
      s2_hard += S2_hard_thread(x, y, segment_size, segments_per_thread, i, low, limit, primes, mu, mu_sum[i], timings[i]);

    for (int i = 0; i < threads; i++)
      s2_hard += static_cast<maxint_t>(phi_total[i % phi_total.size()]) * mu_sum[i];

    low += segments_per_thread * threads * segment_size;
    loadBalancer.update(low, threads, &segment_size, &segments_per_thread, timings);
    status.print(low, limit);
  }
  return s2_hard;
}

} // namespace primecount
