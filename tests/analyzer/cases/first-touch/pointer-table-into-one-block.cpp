// args: -std=c++17 -fopenmp
// suspect: run
// Water columns lie in one allocation and are reached through a table of pointers, some null. A
// serial helper clears them through the table, another a flat array; OpenMP loops then use both.
#include <cstddef>
#include <cstdlib>
#include <vector>
constexpr std::size_t layers() { return 56; }
struct Yard { // keeps what it gave out until the end
  void *take(std::size_t bytes) {
    given_.push_back(std::aligned_alloc(4096, (bytes + 4095) / 4096 * 4096));
    return given_.back();
  }
  ~Yard() {
    for (void *one : given_)
      std::free(one);
  }
  std::vector<void *> given_;
};
struct Flat {
  std::size_t cells;
  double **columns;
  double (*flows)[4];
};
static std::size_t lay_out(Flat &flat, const bool *wet, double *block) {
  std::size_t used = 0;
  for (std::size_t c = 0; c < flat.cells; ++c) {
    if (block)
      flat.columns[c] = wet[c] ? block + used : nullptr;
    used += wet[c] ? layers() : 0;
  }
  return used;
}
static void clear_columns(double **columns, std::size_t cells) {
#if defined(_OPENMP) && defined(FIXED)
#pragma omp parallel for schedule(static)
#endif
  for (std::size_t c = 0; c < cells; ++c)
    if (columns[c])
      for (std::size_t l = 0; l < layers(); ++l)
        columns[c][l] = 0; // expect: fsfind-serial-first-touch
}
static void clear_flat(double *values, std::size_t count) {
#if defined(_OPENMP) && defined(FIXED)
#pragma omp parallel for schedule(static)
#endif
  for (std::size_t i = 0; i < count; ++i)
    values[i] = 0; // expect: fsfind-serial-first-touch
}
void set_up(Yard &yard, Flat &flat, const bool *wet) {
  flat.columns = static_cast<double **>(yard.take(flat.cells * sizeof(double *)));
  const std::size_t used = lay_out(flat, wet, nullptr);
  lay_out(flat, wet, static_cast<double *>(yard.take(used * sizeof(double))));
  flat.flows = static_cast<double(*)[4]>(yard.take(flat.cells * sizeof *flat.flows));
  clear_columns(flat.columns, flat.cells);
  clear_flat(&flat.flows[0][0], flat.cells * 4);
}
void rise(Flat &flat, double height) {
#pragma omp parallel for schedule(static)
  for (std::size_t c = 0; c < flat.cells; ++c)
    for (std::size_t l = 0; flat.columns[c] && l < layers(); ++l)
      flat.columns[c][l] += flat.flows[c][l % 4] += height;
}
