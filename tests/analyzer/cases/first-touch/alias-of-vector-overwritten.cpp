// args: -std=c++17 -fopenmp
// The values of all villages in a rumour model are vectors that the main thread fills as it constructs them; loops in OpenMP
// regions then overwrite and use them. The type is an alias template, the lengths come from a method, neighbours are indirect.
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

template <class T> class RawValues {
public:
  explicit RawValues(std::size_t n) : size_(n), first_(new T[n]) {}
  RawValues(std::size_t n, T value) : RawValues(n) {
    T *const last = first_.get() + n;
#pragma omp parallel for schedule(static)
    for (T *at = first_.get(); at < last; ++at)
      *at = value;
  }
  RawValues(RawValues &&) = default;
  T &operator[](std::size_t i) { return first_[i]; }
  const T &operator[](std::size_t i) const { return first_[i]; }

private:
  std::size_t size_;
  std::unique_ptr<T[]> first_;
};
#ifdef FIXED
template <class T> using Values = RawValues<T>;
#else
template <class T> using Values = std::vector<T>;
#endif

struct Roads {
  struct Span {
    const long *first, *last;
    const long *begin() const { return first; }
    const long *end() const { return last; }
  };
  const long *starts, *ends;
  long villages;
  long count() const { return villages; }
  Span from(long v) const { return {ends + starts[v], ends + starts[v + 1]}; }
};
void spread(const Roads &roads, Values<float> &told, int rounds) {
  Values<float> heard(roads.count()); // expect: fsfind-serial-first-touch
#pragma omp parallel
  for (int round = 0; round < rounds; ++round) {
#pragma omp for schedule(static)
    for (long v = 0; v < roads.count(); ++v)
      heard[v] = told[v] * 0.5f;
#pragma omp for schedule(dynamic, 64)
    for (long v = 0; v < roads.count(); ++v)
      for (long from : roads.from(v))
        told[v] += heard[from];
  }
}
Values<float> rumour(const Roads &roads, int rounds) {
  Values<float> told(roads.count(), 0.01f); // expect: fsfind-serial-first-touch
#pragma omp parallel for schedule(static)
  for (long v = 0; v < roads.count(); ++v)
    told[v] = 1.0f / static_cast<float>(roads.count());
  spread(roads, told, rounds);
  return told;
}
std::vector<std::pair<long, float>> loudest(const Values<float> &told, long villages) {
  std::vector<std::pair<long, float>> best(10);
  for (long v = 0; v < villages; ++v)
    if (told[v] > best[v % 10].second)
      best[v % 10] = {v, told[v]};
  return best;
}
