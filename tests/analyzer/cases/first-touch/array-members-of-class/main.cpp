#include "buoys.h"

void day(std::size_t buoys, const double *heights, double *out) {
  Sea<double> *sea = new_sea(buoys);
  sea->load(heights, 0.3);
  for (int hour = 0; hour < 24; ++hour)
    sea->drift(0.01, out);
}
