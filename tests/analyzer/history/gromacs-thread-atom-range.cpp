// project: GROMACS (src/gromacs/mdlib/update.cpp)
// reference: reduced from memory; the released getThreadAtomRange divides by blocks of atoms
// kind: partition-edges
// starts: visible
// args: -fopenmp
// wrong: the integrator gives each thread an equal contiguous range of atoms, whose coordinates and velocities of twelve bytes for
//        an atom then meet inside a line at each border, at every step.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>

typedef float real;
#define DIM 3
#define GMX_SIMD_REAL_WIDTH 16
typedef real rvec[DIM];

namespace gmx {

struct RVec {
  RVec() = default;
  RVec(real x, real y, real z) : v{x, y, z} {}
  real& operator[](int i) { return v[i]; }
  const real& operator[](int i) const { return v[i]; }
  real v[DIM];
};

template <typename T>
struct AlignedAllocator {
  using value_type = T;
  AlignedAllocator() = default;
  template <typename U> AlignedAllocator(const AlignedAllocator<U>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(std::aligned_alloc(128, (n * sizeof(T) + 127) / 128 * 128)); }
  void deallocate(T* p, std::size_t) { std::free(p); }
  bool operator==(const AlignedAllocator&) const { return true; }
  bool operator!=(const AlignedAllocator&) const { return false; }
};

template <typename T> using PaddedVector = std::vector<T, AlignedAllocator<T>>;

} // namespace gmx

struct t_mdatoms {
  int homenr;
  std::vector<real> invmass;
  std::vector<unsigned short> cTC;
};

struct t_grpopts {
  int ngtc;
  std::vector<real> ref_t, tau_t;
};

struct t_inputrec {
  real delta_t;
  int nsttcouple;
  bool pressureCoupling;
  t_grpopts opts;
};

struct t_state {
  gmx::PaddedVector<gmx::RVec> x, v;
  std::vector<double> therm_integral;
};

class Update {
public:
  Update(const t_inputrec& ir, int numThreads) : ir_(ir), numThreads_(numThreads) {}
  void setNumAtoms(int n) { xprime_.resize(n); }
  void updateCoords(const t_mdatoms& md, t_state* state, const gmx::PaddedVector<gmx::RVec>& f, bool haveLambda);
  void finishUpdate(const t_mdatoms& md, t_state* state);

private:
  const t_inputrec& ir_;
  int numThreads_;
  gmx::PaddedVector<gmx::RVec> xprime_;
};

static void getThreadAtomRange(int numThreads, int threadIndex, int numAtoms, int* startAtom, int* endAtom) {
#ifdef FIXED
  constexpr int blockSize = GMX_SIMD_REAL_WIDTH;
  const int numBlocks = (numAtoms + blockSize - 1) / blockSize;
  *startAtom = ((numBlocks * threadIndex) / numThreads) * blockSize;
  *endAtom = ((numBlocks * (threadIndex + 1)) / numThreads) * blockSize;
  if (threadIndex == numThreads - 1) *endAtom = numAtoms;
#else
  *startAtom = (numAtoms * threadIndex) / numThreads;
  *endAtom = (numAtoms * (threadIndex + 1)) / numThreads;
#endif
}

static void updateMDLeapfrogSimple(int start, int nrend, real dt, const real* invMass,
                                   const unsigned short* cTC, const std::vector<real>& lambda, const gmx::RVec* x,
                                   gmx::RVec* xprime, gmx::RVec* v, const gmx::RVec* f) {
  for (int a = start; a < nrend; a++) {
    const real lambdaGroup = lambda[cTC[a]];
    for (int d = 0; d < DIM; d++) {
      const real vNow = v[a][d];
      v[a][d] = lambdaGroup * vNow + f[a][d] * invMass[a] * dt; // expect: fsfind-partition-edges
      xprime[a][d] = x[a][d] + v[a][d] * dt;                                 // expect: fsfind-partition-edges
    }
  }
}

void Update::updateCoords(const t_mdatoms& md, t_state* state, const gmx::PaddedVector<gmx::RVec>& f, bool haveLambda) {
  const int homenr = md.homenr;
  std::vector<real> lambda(ir_.opts.ngtc, 1.0F);
  if (haveLambda) {
    for (int g = 0; g < ir_.opts.ngtc; g++) {
      lambda[g] = std::sqrt(1 + ir_.nsttcouple * ir_.delta_t / ir_.opts.tau_t[g]);
      state->therm_integral[g] -= lambda[g];
    }
  }

  gmx::RVec* xprime = xprime_.data();
  gmx::RVec* v = state->v.data();
  const gmx::RVec* x = state->x.data();
  const int nth = numThreads_;

#pragma omp parallel for num_threads(nth) schedule(static)
  for (int th = 0; th < nth; th++) {
    int start_th, end_th;
    getThreadAtomRange(nth, th, homenr, &start_th, &end_th);
    updateMDLeapfrogSimple(start_th, end_th, ir_.delta_t, md.invmass.data(), md.cTC.data(), lambda, x, xprime, v, f.data());
  }
}

void Update::finishUpdate(const t_mdatoms& md, t_state* state) {
  const int homenr = md.homenr;
  const int nth = numThreads_;
  const gmx::RVec* xp = xprime_.data();
  gmx::RVec* x = state->x.data();
#pragma omp parallel for num_threads(nth) schedule(static)
  for (int th = 0; th < nth; th++) {
    int start_th, end_th;
    getThreadAtomRange(nth, th, homenr, &start_th, &end_th);
    for (int i = start_th; i < end_th; i++) {
      x[i] = xp[i]; // expect: fsfind-partition-edges
    }
  }
}

void step(Update* upd, const t_mdatoms& md, t_state* state, const gmx::PaddedVector<gmx::RVec>& f, bool doTc) {
  upd->updateCoords(md, state, f, doTc);
  upd->finishUpdate(md, state);
}
