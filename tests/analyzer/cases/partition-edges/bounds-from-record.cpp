// A strip of 512 pixels of a weaving pattern, a byte each, is cut into as many equal blocks as
// there are threads, without regard to lines, and swept again and again. Twist: bounds are methods
// of a record, the grain a division in a template; the repetition is in the caller.
// args: -fopenmp
// suspect: often, line
#include <algorithm>
#include <cstddef>
#include <omp.h>

struct Blocks {
  std::size_t size, grain;
  std::size_t begin(std::size_t block) const { return std::min(block * grain, size); }
  std::size_t end(std::size_t block) const { return begin(block + 1); }
  std::size_t count() const { return (size + grain - 1) / grain; }
};
template <class T> Blocks divide(std::size_t size) {
  const std::size_t threads = static_cast<std::size_t>(omp_get_max_threads());
  std::size_t grain = (size + threads - 1) / threads;
#ifdef FIXED
  const std::size_t perLine = 64 / sizeof(T);
  grain = (grain + perLine - 1) / perLine * perLine;
#endif
  return {size, grain};
}

template <class T> void weave(const T *yarn, T *cloth, std::size_t size, unsigned row) {
  const Blocks blocks = divide<T>(size);
  const long count = static_cast<long>(blocks.count());
#pragma omp parallel for schedule(static, 1)
  for (long block = 0; block < count; ++block)
    for (std::size_t i = blocks.begin(block); i < blocks.end(block); ++i)
      cloth[i] = static_cast<T>(cloth[i] + yarn[i] * row); // expect: fsfind-partition-edges
}

#ifdef FIXED
alignas(64) static unsigned char cloth[512];
#else
static unsigned char cloth[512]; // expect: fsfind-partition-edges
#endif
void loom(const unsigned char *yarn, unsigned rows) {
  for (unsigned row = 0; row < rows; ++row)
    weave(yarn, cloth, sizeof cloth, row);
}
