#include "lake.h"
#include <stdlib.h>

double *year(struct lake *lake, int days) {
  const size_t cells = (size_t)lake->nx * (size_t)lake->ny;
  double *flow = malloc(cells * sizeof *flow);
  make_values(&lake->depth, cells);
  make_values(&lake->heat, cells);
  make_values(&lake->shores, 8);
  set_zero(flow, cells);
  for (int day = 0; day < days; day++)
    mix(lake, flow);
  return flow;
}
