// suspect: run
// One thread fills the rows of a greenhouse heat matrix and a vector, through pointers that walk
// on from a row's start, in six nested loops; OpenMP loops in another file use the arrays.
#include "greenhouse.h"
static bool inside(long at, long count) { return at >= 0 && at < count; }
void build(Heat &heat, Vector *air, long nx, long ny, long nz) {
  heat.rows = nx * ny * nz;
  heat.share = new double[heat.rows * 27];
  heat.column = new int[heat.rows * 27];
  heat.own = new double[heat.rows];
  heat.filled = new int[heat.rows];
  if (air)
    allocate(*air, heat.rows);
  double *start = air ? air->values : nullptr;
#ifdef FIXED
#pragma omp parallel for
#endif
  for (long z = 0; z < nz; ++z)
    for (long y = 0; y < ny; ++y)
      for (long x = 0; x < nx; ++x) {
        const long row = (z * ny + y) * nx + x;
        double *share = heat.share + row * 27;
        int *column = heat.column + row * 27, filled = 0;
        for (long dz = -1; dz <= 1; ++dz)
          for (long dy = -1; dy <= 1; ++dy)
            for (long dx = -1; dx <= 1; ++dx)
              if (inside(z + dz, nz) && inside(y + dy, ny) && inside(x + dx, nx)) {
                *share++ = dx || dy || dz ? -1.0 : 26.0; // expect: fsfind-serial-first-touch
                const long other = row + (dz * ny + dy) * nx + dx;
                *column++ = static_cast<int>(other); // expect: fsfind-serial-first-touch
                ++filled;
              }
        heat.filled[row] = filled;
        heat.own[row] = 26.0;
        if (start)
          start[row] = 27.0 - filled; // expect: fsfind-serial-first-touch
      }
}
