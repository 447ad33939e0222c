// project: Kokkos (algorithms/src/Kokkos_Random.hpp)
// reference: https://github.com/kokkos/kokkos/pull/4218 (read)
// kind: per-thread-array
// starts: visible
// also-true: fsfind-serial-first-touch
// args: -fopenmp
// wrong: generators are handed out by thread; locks and states of neighbouring generators share lines.
#include <cstdint>
#include <omp.h>
#include <vector>

namespace Kokkos {
inline int atomic_exchange(int* dest, int value) { return __atomic_exchange_n(dest, value, __ATOMIC_ACQUIRE); }

template <class T> class View2D {
public:
  View2D() = default;
  View2D(int rows, int columns) : columns_(columns), data_(static_cast<std::size_t>(rows) * columns) {}
  T& operator()(int i, int j) { return data_[static_cast<std::size_t>(i) * columns_ + j]; }

private:
  int columns_ = 0;
  std::vector<T> data_;
};

struct Random_XorShift64 {
  uint64_t state_;
  int state_idx_;
  uint64_t urand64() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 2685821657736338717ULL;
  }
  double drand() { return urand64() / 18446744073709551616.0; }
};

class Random_XorShift64_Pool {
public:
  Random_XorShift64_Pool(uint64_t seed, int num_states) { init(seed, num_states); }

  void init(uint64_t seed, int num_states) {
#ifdef FIXED
    padding_ = 64;
    num_states_ = num_states;
    locks_ = View2D<int>(num_states, padding_);
    state_ = View2D<uint64_t>(num_states, padding_);
    for (int i = 0; i < num_states; i++) state_(i, 0) = seed += 0x9e3779b97f4a7c15ULL;
#else
    num_states_ = num_states;
    locks_.resize(num_states, 0);
    state_.resize(num_states);
    for (int i = 0; i < num_states; i++) state_[i] = seed += 0x9e3779b97f4a7c15ULL;
#endif
  }

  Random_XorShift64 get_state() {
    int i = omp_get_thread_num() % num_states_;
    while (atomic_exchange(&lock(i), 1)) i = (i + 1) % num_states_;
    return {state(i), i};
  }

  void free_state(const Random_XorShift64& gen) {
    state(gen.state_idx_) = gen.state_;
    __atomic_store_n(&lock(gen.state_idx_), 0, __ATOMIC_RELEASE);
  }

private:
#ifdef FIXED
  int& lock(int i) { return locks_(i, 0); }
  uint64_t& state(int i) { return state_(i, 0); }
  View2D<int> locks_;
  View2D<uint64_t> state_;
  int padding_ = 0;
#else
  int& lock(int i) { return locks_[i]; }
  uint64_t& state(int i) { return state_[i]; }
  std::vector<int> locks_;      // expect: fsfind-per-thread-slots
  std::vector<uint64_t> state_; // expect: fsfind-per-thread-slots
#endif
  int num_states_ = 0;
};
} // namespace Kokkos

double monte_carlo_pi(Kokkos::Random_XorShift64_Pool& pool, long samples) {
  long hits = 0;
#pragma omp parallel for reduction(+ : hits)
  for (long i = 0; i < samples; ++i) {
    auto gen = pool.get_state();
    const double x = gen.drand(), y = gen.drand();
    hits += x * x + y * y <= 1.0;
    pool.free_state(gen);
  }
  return 4.0 * hits / samples;
}
