// args: -std=c++17 -fopenmp
// suspect: run
// N12: a template of the project's own gets memory from a function that it is given, behind a head
// with the count, and makes the elements in it one by one.
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

struct Cell {
  double flux = 0, mass = 0;
};

struct Release {
  void operator()(Cell *cells) const { std::free(reinterpret_cast<char *>(cells) - 64); }
};
using Cells = std::unique_ptr<Cell[], Release>;

template <typename Get> Cells makeCells(Get get, std::size_t count) {
  char *raw = static_cast<char *>(get(64 + count * sizeof(Cell)));
  new (raw) std::size_t(count);
#ifdef FIXED
#pragma omp parallel for schedule(static)
#endif
  for (std::size_t i = 0; i < count; ++i)
    new (raw + 64 + i * sizeof(Cell)) Cell();
  return Cells(reinterpret_cast<Cell *>(raw + 64));
}

class Mesh {
public:
  explicit Mesh(std::size_t count) : count_(count) {
#ifdef FIXED
    cells_ = makeCells(std::malloc, count); // threads make them
#else
    cells_ = makeCells(std::malloc, count); // expect: fsfind-serial-first-touch
#endif
  }
  void step(double dt) {
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < count_; ++i)
      cells_[i].mass += dt * cells_[i].flux;
  }

private:
  std::size_t count_;
  Cells cells_;
};

void run(std::size_t count, int steps) {
  Mesh mesh(count);
  for (int i = 0; i < steps; ++i)
    mesh.step(0.1);
}
