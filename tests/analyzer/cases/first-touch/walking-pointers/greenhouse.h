// args: -std=c++17 -fopenmp
#pragma once
struct Heat {
  long rows;
  double *share, *own;
  int *column, *filled;
};
struct Vector {
  long length;
  double *values;
};
inline void allocate(Vector &vector, long length) {
  vector.length = length;
  vector.values = new double[length];
}
void build(Heat &heat, Vector *air, long nx, long ny, long nz);
double warm(const Heat &heat, const Vector &air, Vector &next);
