// args: -std=c++17 -pthread
// A vector of loudness values is set to zero by the calling thread, then all arithmetic runs on it in chunks, one thread
// each. The clearing is in the scalar assignment operator, which resize calls and the constructor calls resize.
// as in: deal.II, https://github.com/dealii/dealii/pull/2507
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>
template <class Work> void in_chunks(const Work &work, std::size_t n, unsigned parts) {
  std::vector<std::thread> threads;
  const std::size_t chunk = (n / parts + 512) / 512 * 512;
  for (unsigned p = 0; p < parts; ++p)
    threads.emplace_back([&work, begin = std::min(n, p * chunk), end = std::min(n, (p + 1) * chunk)] { work(begin, end); });
  for (auto &thread : threads)
    thread.join();
}
template <class T> struct Set {
  T *at, value;
  void operator()(std::size_t begin, std::size_t end) const {
    if (value == T())
      std::memset(at + begin, 0, (end - begin) * sizeof(T));
    else
      std::fill(at + begin, at + end, value);
  }
};
template <class T> struct Mix {
  T *at, gain;
  const T *other;
  void operator()(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i)
      at[i] += gain * other[i];
  }
};

template <class T> class Loudness {
public:
  Loudness(std::size_t n, unsigned parts) : parts_(parts) { resize(n); }
  ~Loudness() { std::free(values_); }
  void resize(std::size_t n) {
    allocate(n);
    *this = T();
  }
  Loudness &operator=(T value) {
#ifdef FIXED
    in_chunks(Set<T>{values_, value}, size_, parts_);
#else
    if (value == T())
      std::memset(values_, 0, size_ * sizeof(T)); // expect: fsfind-serial-first-touch
    else
      std::fill(values_, values_ + size_, value);
#endif
    return *this;
  }
  void mix(T gain, const Loudness &other) { in_chunks(Mix<T>{values_, gain, other.values_}, size_, parts_); }

private:
  void allocate(std::size_t n) {
    void *got = nullptr;
    values_ = posix_memalign(&got, 64, n * sizeof(T)) == 0 ? static_cast<T *>(got) : nullptr;
    size_ = n;
  }
  unsigned parts_;
  T *values_ = nullptr;
  std::size_t size_ = 0;
};
template class Loudness<float>;
void rehearse(std::size_t samples, int songs) {
  Loudness<double> choir(samples, 16), hall(samples, 16);
  for (int song = 0; song < songs; ++song) {
    hall.mix(0.1, choir);
    choir.mix(0.9, hall);
  }
}
