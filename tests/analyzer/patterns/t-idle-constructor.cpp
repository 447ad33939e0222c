// args: -std=c++17 -fopenmp
// suspect: run
// Trap: new of a class whose constructor leaves the members as they are touches nothing.
#include <cstddef>

struct Point {
#ifdef FIXED
  Point() {}
#else
  Point() : x(0), y(0), z(0) {}
#endif
  double x, y, z;
};

void run(std::size_t n, int rounds) {
  Point *points = new Point[n]; // expect: fsfind-serial-first-touch
  for (int round = 0; round < rounds; ++round) {
#pragma omp parallel for
    for (std::size_t i = 0; i < n; ++i) {
      points[i].x += 1;
      points[i].y += points[i].x;
    }
  }
  delete[] points;
}
