// project: pyHiChi (Core/include/ScalarField.h)
// reference: https://github.com/hi-chi/pyHiChi/pull/7 (read)
// kind: first-touch
// starts: visible
// args: -fopenmp
// wrong: the field is a std::vector that value-initialises all cells in the constructing thread; the solver's loops are
//        shared among threads.
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <new>
#include <vector>

namespace pfc {
typedef double FP;

struct Int3 {
  int x, y, z;
  std::size_t volume() const { return static_cast<std::size_t>(x) * y * z; }
};

#ifdef FIXED
template <class Data> class NUMA_Allocator {
public:
  typedef Data value_type;
  NUMA_Allocator() = default;
  template <class Other> NUMA_Allocator(const NUMA_Allocator<Other>&) {}
  Data* allocate(std::size_t n) {
    Data* p = static_cast<Data*>(std::malloc(n * sizeof(Data)));
    if (!p) throw std::bad_alloc();
#pragma omp parallel for schedule(static)
    for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(n); i++) new (p + i) Data();
    return p;
  }
  void deallocate(Data* p, std::size_t) { std::free(p); }
  template <class U> void construct(U*) {}
  template <class U, class A> void construct(U* p, const A& a) { new (p) U(a); }
};
template <class A, class B> bool operator==(const NUMA_Allocator<A>&, const NUMA_Allocator<B>&) { return true; }
template <class A, class B> bool operator!=(const NUMA_Allocator<A>&, const NUMA_Allocator<B>&) { return false; }
template <class Data> using FieldVector = std::vector<Data, NUMA_Allocator<Data>>;
#else
template <class Data> using FieldVector = std::vector<Data>;
#endif

class ScalarField {
public:
  explicit ScalarField(const Int3& size) : size_(size), elements_(size.volume()) {} // expect: fsfind-serial-first-touch
  FP& operator()(int i, int j, int k) { return elements_[(static_cast<std::size_t>(i) * size_.y + j) * size_.z + k]; }
  const Int3& size() const { return size_; }

private:
  Int3 size_;
  FieldVector<FP> elements_;
};

struct Grid {
  explicit Grid(const Int3& n) : Ex(n), By(n), Jx(n) {}
  ScalarField Ex, By, Jx;
};

class FDTD {
public:
  explicit FDTD(Grid* grid) : grid_(grid) {}
  void updateE(FP dt) {
    const Int3 n = grid_->Ex.size();
#pragma omp parallel for collapse(2) schedule(static)
    for (int i = 1; i < n.x; i++)
      for (int j = 0; j < n.y; j++)
        for (int k = 1; k < n.z; k++)
          grid_->Ex(i, j, k) += dt * (grid_->By(i, j, k) - grid_->By(i, j, k - 1) - grid_->Jx(i, j, k));
  }

private:
  Grid* grid_;
};

void run(const Int3& n, int steps, FP dt) {
  Grid grid(n);
  FDTD solver(&grid);
  for (int s = 0; s < steps; s++) solver.updateE(dt);
}
} // namespace pfc
