// Each oven thread has its own small vector of 8-byte counters, one per kind of bread, reached by
// an outer vector of pointers. The vectors are separate heap blocks with a head in front, from a
// growing macro that aligns to 16 bytes only, so short vectors of several ovens share lines.
// args: -std=gnu11
// known-miss: the blocks have a run-time length, and a function of another file allocates them
#include "bread.h"

int knead(unsigned *kind);
uint64_t **baked;

void open_ovens(unsigned ovens, unsigned kinds) {
  GROW(baked, ovens, 0);
  for (unsigned oven = 0; oven < ovens; oven++)
    GROW(baked[oven], kinds, ALIGN); /* expect: fsfind-per-thread-slots */
}

void *run_oven(void *argument) {
  const struct oven *own = argument;
  unsigned kind;
  while (knead(&kind))
    count_loaf(own->number, kind % own->kinds);
  return 0;
}
