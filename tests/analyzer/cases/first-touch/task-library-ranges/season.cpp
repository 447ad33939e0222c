#include "harvest.h"
template <class T> void season(std::size_t plots, int weeks) {
  std::unique_ptr<Harvest<T>> harvest = std::make_unique<BeetHarvest<T>>(plots);
  harvest->sow(T(0.1));
  for (int week = 0; week < weeks; ++week)
    harvest->grow(T(0.02));
}
int main(int argc, char **) { argc > 1 ? season<float>(1 << 26, 30) : season<double>(1 << 26, 30); }
