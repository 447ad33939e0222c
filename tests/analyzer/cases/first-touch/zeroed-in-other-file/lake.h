/* args: -std=gnu11 -fopenmp */
#pragma once
#include <stddef.h>

struct lake {
  int nx, ny;
  double *depth, *heat, *shores;
};
void make_values(double **at, size_t count);
void set_zero(double *values, size_t count);
void mix(const struct lake *lake, double *flow);
