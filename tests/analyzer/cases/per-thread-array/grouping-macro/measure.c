#include "buoy.h"

void measure(struct buoy *own) {
  for (;;) {
    const int height = read_wave(own->number);
    ADD(own->waves, height > 0);
    ADD(own->gusts, height > 400);
    if (atomic_load(&own->report))
      atomic_store(&own->report, 0);
  }
}
