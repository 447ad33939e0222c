#include "policy.h"
void load(const Bridge &bridge, std::size_t knots, int trains) {
  Statics<OpenSpace<Forces>> statics(bridge, knots);
  for (int t = 0; t < trains; ++t)
    statics.step();
}
