// project: Thrust (system/omp/for_each)
// reference: https://github.com/NVIDIA/thrust/issues/1066 (read; the project left it, the fix here rounds blocks to lines)
// kind: partition-edges
// starts: visible
// args: -fopenmp
// wrong: an output of single bytes is cut into equal blocks, one by thread, without regard to lines; short outputs are
//        swept many times.
#include <cstddef>
#include <cstdint>
#include <omp.h>

namespace thrust { namespace system { namespace omp {
struct decomposition {
  std::ptrdiff_t n, blocks, grain;
  std::ptrdiff_t begin(std::ptrdiff_t b) const { return b * grain < n ? b * grain : n; }
  std::ptrdiff_t end(std::ptrdiff_t b) const { return begin(b + 1); }
};

template <typename T> decomposition default_decomposition(std::ptrdiff_t n) {
  const std::ptrdiff_t p = omp_get_max_threads();
  std::ptrdiff_t grain = (n + p - 1) / p;
#ifdef FIXED
  constexpr std::ptrdiff_t line = 64 / sizeof(T);
  grain = (grain + line - 1) / line * line;
#endif
  return {n, p, grain};
}

template <typename In, typename T, typename F> void transform(In first, std::ptrdiff_t n, T* result, F f) {
  const decomposition d = default_decomposition<T>(n);
#pragma omp parallel for schedule(static, 1)
  for (std::ptrdiff_t b = 0; b < d.blocks; ++b)
    for (std::ptrdiff_t i = d.begin(b); i < d.end(b); ++i) result[i] = f(first[i]); // expect: fsfind-partition-edges
}
}}} // namespace thrust::system::omp

struct threshold {
  float level;
  uint8_t operator()(float v) const { return v > level; }
};

#ifdef FIXED
alignas(64) static uint8_t active[512];
#else
static uint8_t active[512]; // expect: fsfind-partition-edges
#endif

int sweep(const float* values, int rounds, float level) {
  for (int r = 0; r < rounds; ++r) thrust::system::omp::transform(values, 512, active, threshold{level * r});
  return active[0];
}
