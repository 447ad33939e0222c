// args: -std=c++20
// suspect: run
// N3: make_unique fills with zeros.
#include <cstddef>
#include <memory>
#include <thread>
#include <vector>

void compute(std::size_t n, unsigned workers) {
#ifdef FIXED
  auto values = std::make_unique_for_overwrite<float[]>(n);
#else
  auto values = std::make_unique<float[]>(n); // expect: fsfind-serial-first-touch
#endif
  std::vector<std::thread> threads;
  for (unsigned worker = 0; worker < workers; ++worker)
    threads.emplace_back([&values, n, worker, workers] {
      const std::size_t part = n / workers;
      for (std::size_t i = worker * part; i < (worker + 1) * part; ++i)
        values[i] = static_cast<float>(i) * 0.25f;
    });
  for (auto &thread : threads)
    thread.join();
}
