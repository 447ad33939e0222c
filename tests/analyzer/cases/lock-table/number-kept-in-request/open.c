/* Opens a quarry and says which crew an order goes to. */
#include "quarry.h"

void choose_crew(struct quarry *quarry, struct order *order) {
  uint64_t hash = (uintptr_t)order * 0x9E3779B97F4A7C15u;
  order->crew = (int)((hash >> 40) % (unsigned)quarry->crew_count);
}

void open_quarry(struct quarry *quarry, unsigned count) {
  quarry->crew_count = (int)count;
  quarry->crews = room_for(sizeof(struct crews) + count * sizeof(struct crew));
  quarry->gates = room_for(count * sizeof(struct gate));
  for (unsigned i = 0; i < count; i++)
    pthread_mutex_init(&GATE_OF(quarry, i)->mutex, 0);
}
