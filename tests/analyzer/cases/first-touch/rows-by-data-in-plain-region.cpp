// args: -std=c++17 -fopenmp
// suspect: run
// Two matrices of recipe vectors are written by the main thread, by memset and by a recurrence. The
// threads of a plain OpenMP region update rows all over both, chosen by the data.
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <omp.h>

static float *flavour, *context;
const std::size_t width = 320;

static void *get(std::size_t bytes) {
  void *got = nullptr;
  return posix_memalign(&got, 64, bytes) == 0 ? got : nullptr;
}
static void prepare(std::size_t recipes) {
  flavour = static_cast<float *>(get(recipes * width * sizeof(float)));
  context = static_cast<float *>(get(recipes * width * sizeof(float)));
#ifdef FIXED
#pragma omp parallel for schedule(static, 1)
  for (std::size_t r = 0; r < recipes; ++r)
    for (std::size_t i = 0; i < width; ++i)
      flavour[r * width + i] = context[r * width + i] = 0;
#else
  std::memset(context, 0, recipes * width * sizeof(float)); // expect: fsfind-serial-first-touch
#endif
  unsigned long state = 1;
  for (std::size_t r = 0; r < recipes; ++r)
    for (std::size_t i = 0; i < width; ++i) {
      state = state * 6364136223846793005ul + 1442695040888963407ul;
      const float drawn = static_cast<float>(state >> 40) / 16777216.0f;
      flavour[r * width + i] = drawn; // expect: fsfind-serial-first-touch
    }
}
// meals: of every meal, the numbers of two recipes
void train(std::size_t recipes, const int *meals, std::size_t meal_count, int rounds) {
  prepare(recipes);
#pragma omp parallel
  {
    unsigned long drawn = omp_get_thread_num();
    for (int round = 0; round < rounds; ++round)
      for (std::size_t k = 0; k < meal_count; ++k) {
        drawn = drawn * 25214903917ul + 11;
        const std::size_t m = (drawn >> 16) % meal_count;
        float *row = flavour + meals[2 * m] * width;
        float *other = context + meals[2 * m + 1] * width, dot = 0;
        for (std::size_t i = 0; i < width; ++i)
          dot += row[i] * other[i];
        for (std::size_t i = 0; i < width; ++i) { // lost updates are tolerated
          row[i] += 0.01f * (1 - dot) * other[i];
          other[i] += 0.01f * (1 - dot) * row[i];
        }
      }
  }
  std::free(flavour);
  std::free(context);
}
