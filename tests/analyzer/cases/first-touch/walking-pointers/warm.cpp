#include "greenhouse.h"
double warm(const Heat &heat, const Vector &air, Vector &next) {
  double change = 0;
#pragma omp parallel for reduction(+ : change)
  for (long row = 0; row < heat.rows; ++row) {
    double sum = 0;
    for (int i = 0; i < heat.filled[row]; ++i)
      sum += heat.share[row * 27 + i] * air.values[heat.column[row * 27 + i]];
    next.values[row] = sum / heat.own[row];
    change += sum;
  }
  return change;
}
int main() {
  Heat heat;
  Vector air, next;
  build(heat, &air, 400, 400, 400);
  allocate(next, heat.rows);
  for (int minute = 0; minute < 60; ++minute)
    warm(heat, minute % 2 ? next : air, minute % 2 ? air : next);
}
