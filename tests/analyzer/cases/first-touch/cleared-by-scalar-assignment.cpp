// args: -std=c++17 -pthread
// suspect: run
// A vector of loudness values is zeroed by one thread, then used in chunks, a thread each.
// Its scalar assignment operator clears; resize calls that, and the constructor calls resize.
// as in: deal.II, https://github.com/dealii/dealii/pull/2507
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

template <class Work> void in_chunks(const Work &work, std::size_t n) {
  std::vector<std::thread> threads;
  const std::size_t chunk = (n / 16 + 512) / 512 * 512;
  for (std::size_t at = 0; at < n; at += chunk)
    threads.emplace_back([&work, begin = at, end = std::min(n, at + chunk)] { work(begin, end); });
  for (auto &thread : threads)
    thread.join();
}
template <class T> struct Clear {
  T *at;
  void operator()(std::size_t begin, std::size_t end) const {
    std::memset(at + begin, 0, (end - begin) * sizeof(T));
  }
};
template <class T> struct Mix {
  T *at, *other;
  void operator()(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i)
      at[i] += other[i];
  }
};

template <class T> struct Loudness {
  T *values = nullptr;
  std::size_t size;
  explicit Loudness(std::size_t n) { resize(n); }
  void resize(std::size_t n) {
    void *got = nullptr;
    values = posix_memalign(&got, 64, n * sizeof(T)) == 0 ? static_cast<T *>(got) : nullptr;
    size = n;
    *this = T();
  }
  Loudness &operator=(T value) {
    if (value == T())
#ifdef FIXED
      in_chunks(Clear<T>{values}, size);
#else
      std::memset(values, 0, size * sizeof(T)); // expect: fsfind-serial-first-touch
#endif
    else
      std::fill(values, values + size, value);
    return *this;
  }
  void mix(const Loudness &other) { in_chunks(Mix<T>{values, other.values}, size); }
};
void rehearse(std::size_t samples, int songs) {
  Loudness<double> choir(samples), hall(samples);
  for (int song = 0; song < songs; ++song)
    hall.mix(choir);
}
