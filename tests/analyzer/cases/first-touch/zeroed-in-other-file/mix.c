#include "lake.h"
#define AT(x, y) ((size_t)(y) * (size_t)nx + (size_t)(x))

static double warm(int nx, int ny, const double *depth, double *heat, double *flow) {
  double sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
  for (int y = 1; y < ny - 1; y++)
    for (int x = 0; x < nx; x++) {
      heat[AT(x, y)] += 0.1 * (depth[AT(x, y - 1)] - depth[AT(x, y)]);
      flow[AT(x, y)] += heat[AT(x, y)];
      sum += heat[AT(x, y)];
    }
  return sum;
}
void mix(const struct lake *lake, double *flow) {
  lake->shores[0] += warm(lake->nx, lake->ny, lake->depth, lake->heat, flow);
}
