#include "pier.h"

void lift(int berth, int crate);

void open_pier(struct pier *pier, int count) {
  pier->cranes = zeroed_lines(count * sizeof *pier->cranes);
  pier->count = count;
  for (int i = 0; i < count; i++)
    pier->cranes[i].berth = i;
}

void hoist(struct pier *pier, int crane, int crate, int shared) {
  if (shared)
    crane %= pier->count;
  spin_lock(&pier->cranes[crane].lock);
  lift(pier->cranes[crane].berth, crate);
  __sync_lock_release(&pier->cranes[crane].lock.word);
}
