// A heap vector has one record of two doubles per thread, updated for every cell of a soil survey.
// An accessor chooses the record, and static functions of policy classes write it.
// as in: AMReX, https://github.com/AMReX-Codes/amrex/pull/4618
// args: -fopenmp
#include <algorithm>
#include <omp.h>
#include <vector>

struct Moisture {
  double wettest, sum; // expect: fsfind-per-thread-slots
};
struct Highest {
  template <class T> static void join(T &into, const T &value) { into = std::max(into, value); }
};
struct Added {
  template <class T> static void join(T &into, const T &value) { into += value; }
};

template <class Record> class PerThread {
  std::vector<Record> records_; // expect: fsfind-per-thread-slots

public:
  PerThread() { records_.resize(omp_get_max_threads()); }
  static int number() { return omp_get_thread_num(); }
  Record &own() { return records_[number()]; }
};

template <class Value> void survey(PerThread<Moisture> &found, int plots, const Value &value) {
#pragma omp parallel
  {
#ifdef FIXED
    Moisture own = found.own();
#else
    Moisture &own = found.own();
#endif
#pragma omp for
    for (int plot = 0; plot < plots; ++plot)
      for (int row = 0; row < 90; ++row)
        for (int depth = 0; depth < 8; ++depth) {
          const double water = value(plot, row, depth);
          Highest::join(own.wettest, water);
          Added::join(own.sum, water);
        }
#ifdef FIXED
    found.own() = own;
#endif
  }
}

void surveyProbes(PerThread<Moisture> &found, const double *probes, int plots) {
  survey(found, plots, [=](int plot, int row, int depth) { return probes[plot + row] / depth; });
}
