// P1: each thread adds to its element of a vector, by reference.
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

#ifdef FIXED
struct alignas(64) Sum {
  double value = 0;
};
#else
struct Sum {
  double value = 0;
};
#endif

static void add(Sum &sum, const std::vector<double> &values, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i)
    sum.value += values[i];
}

double total(const std::vector<double> &values, unsigned workers) {
  std::vector<Sum> sums(workers); // expect: fsfind-per-thread-slots
  std::vector<std::thread> threads;
  const std::size_t part = values.size() / workers;
  for (unsigned i = 0; i < workers; ++i)
    threads.emplace_back(add, std::ref(sums[i]), std::cref(values), i * part, (i + 1) * part);
  for (auto &thread : threads)
    thread.join();
  double result = 0;
  for (const Sum &sum : sums)
    result += sum.value;
  return result;
}
