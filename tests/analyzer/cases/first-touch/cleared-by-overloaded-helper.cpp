// args: -std=c++17 -fopenmp
// Two arrays with one value per cell of a river model are cleared by the calling thread, then OpenMP loops share them
// out. The clearing is in a helper template, one call away, with an overload for complex numbers that is a loop.
// as in: ABACUS, https://github.com/deepmodeling/abacus-develop/pull/1594
#include <complex>
#include <cstddef>
#include <cstring>

struct Basin {
  std::size_t cells;
  double slope;
};
extern Basin *basin;
void read_rain(double *millimetres, std::size_t count);

template <class T> void blank(std::complex<T> *first, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    first[i] = std::complex<T>(0, 0);
}
template <class T> void blank(T *first, std::size_t count) {
  std::memset(first, 0, count * sizeof(T)); // expect: fsfind-serial-first-touch
}

class Flood {
public:
  static void rise(double *depth, double *flow, const double *rain) {
#pragma omp parallel for schedule(static, 1024)
    for (std::size_t i = 0; i < basin->cells; ++i) {
      flow[i] += basin->slope * rain[i];
      depth[i] += rain[i] - flow[i];
    }
  }
  static double volume(const double *depth) {
    double sum = 0;
#pragma omp parallel for schedule(static, 1024) reduction(+ : sum)
    for (std::size_t i = 0; i < basin->cells; ++i)
      sum += depth[i];
    return sum;
  }
};

double forecast(int hours, std::complex<double> (&phases)[24]) {
  double *depth = new double[basin->cells];
  double *flow = new double[basin->cells];
  double *rain = new double[basin->cells];
  blank(phases, 24);
#ifdef FIXED
#pragma omp parallel for schedule(static, 1024)
  for (std::size_t i = 0; i < basin->cells; ++i)
    depth[i] = flow[i] = 0;
#else
  blank(depth, basin->cells);
  blank(flow, basin->cells);
#endif
  double total = 0;
  for (int hour = 0; hour < hours; ++hour) {
    read_rain(rain, basin->cells);
    Flood::rise(depth, flow, rain);
    total += Flood::volume(depth);
    phases[hour % 24] += total;
  }
  delete[] rain;
  delete[] flow;
  delete[] depth;
  return total;
}
