#include "TBBStream.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <memory>
#include <numeric>

constexpr double startA = 0.1, startB = 0.2, startC = 0.0;

template <typename T> int check_solution(unsigned ntimes, std::vector<T>& a, T sum) {
  T gold = startA;
  for (unsigned i = 0; i < ntimes; i++) gold = gold * T(1.0001);
  const double err = std::accumulate(a.begin(), a.end(), 0.0, [&](double s, const T v) { return s + std::fabs(v - gold); });
  return err / static_cast<double>(a.size()) < 1e2 && std::isfinite(sum) ? 0 : 1;
}

template <typename T> int run(size_t array_size, unsigned num_times) {
  std::unique_ptr<Stream<T>> stream = std::make_unique<TBBStream<T>>(array_size, 0);
  stream->init_arrays(startA, startB, startC);

  std::vector<double> timings;
  T sum{};
  for (unsigned k = 0; k < num_times; k++) {
    const auto t1 = std::chrono::high_resolution_clock::now();
    stream->copy();
    stream->mul();
    stream->add();
    stream->triad();
    sum = stream->dot();
    const auto t2 = std::chrono::high_resolution_clock::now();
    timings.push_back(std::chrono::duration<double>(t2 - t1).count());
  }

  std::vector<T> a(array_size), b(array_size), c(array_size);
  stream->read_arrays(a, b, c);
  std::cout << *std::min_element(timings.begin(), timings.end()) << std::endl;
  return check_solution(num_times, a, sum);
}

int main() { return run<double>(33554432, 100); }
