// A serial loop zeroes the forces of a bridge model before OpenMP loops in another file add to
// them. It is in a static method of a policy template, called through another template.
// as in: Kratos Multiphysics, https://github.com/KratosMultiphysics/Kratos/pull/335
#include "cables.h"

void gather(const Bridge &bridge, Forces &forces) {
#pragma omp parallel for schedule(guided, 512)
  for (std::size_t c = 0; c < bridge.cables; ++c) {
#pragma omp atomic
    forces[bridge.left[c]] += 0.5;
#pragma omp atomic
    forces[bridge.right[c]] -= 0.5;
  }
#pragma omp parallel for
  for (std::size_t i = 0; i < forces.size(); ++i)
    forces[i] *= 0.99;
}
