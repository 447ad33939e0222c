/* Opens a quarry and says which crew an order goes to. */
#include "quarry.h"
#include <stdlib.h>

void choose_crew(struct quarry *quarry, struct order *order) {
  uint64_t hash = (uintptr_t)order * 0x9E3779B97F4A7C15u;
  order->crew = (int)((hash >> 40) % (unsigned)quarry->crew_count);
}

void open_quarry(struct quarry *quarry, unsigned count) {
  quarry->crew_count = (int)count;
#ifdef FIXED
  quarry->crews = aligned_alloc(64, sizeof(struct crews) + count * sizeof(struct crew));
  quarry->desks = aligned_alloc(64, count * sizeof(struct desk));
#else
  quarry->crews = malloc(sizeof(struct crews) + count * sizeof(struct crew));
  quarry->mutexes = malloc(count * sizeof(pthread_mutex_t));
  quarry->pits = malloc(count * sizeof(struct pit));
#endif
}
