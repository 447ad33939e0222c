// args: -std=c++17 -fopenmp
// suspect: run
// Two arrays of a river model are cleared by the calling thread, then OpenMP loops share them out.
// The clearing is in a helper template with an overload for complex numbers that is a loop.
// as in: ABACUS, https://github.com/deepmodeling/abacus-develop/pull/1594
#include <complex>
#include <cstring>

struct Basin {
  std::size_t cells;
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

struct Flood {
  static double rise(double *depth, double *flow, const double *rain) {
    double volume = 0;
#pragma omp parallel for schedule(static, 1024) reduction(+ : volume)
    for (std::size_t i = 0; i < basin->cells; ++i) {
      flow[i] += 0.1 * rain[i];
      volume += depth[i] += rain[i] - flow[i];
    }
    return volume;
  }
};

void forecast(int hours, std::complex<double> (&phases)[24]) {
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
  for (int hour = 0; hour < hours; ++hour) {
    read_rain(rain, basin->cells);
    phases[hour % 24] += Flood::rise(depth, flow, rain);
  }
  delete[] rain;
  delete[] flow;
  delete[] depth;
}
