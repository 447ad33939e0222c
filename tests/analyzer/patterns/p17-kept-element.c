/* suspect: threads */
/* P17: each thread takes an element of a table once, keeps its address in a thread-local variable,
 * and writes through that. */
#include <stdatomic.h>

#define SLOTS 128

struct slot {
#ifdef FIXED
  _Alignas(64) atomic_int taken;
#else
  atomic_int taken; /* expect: fsfind-per-thread-slots */
#endif
  unsigned long epoch; /* expect: fsfind-per-thread-slots */
};

static struct slot table[SLOTS]; /* expect: fsfind-per-thread-slots */
static _Thread_local struct slot *mine;

static struct slot *slot_of_thread(void) {
  for (int i = 0; !mine && i < SLOTS; i++)
    if (!atomic_exchange(&table[i].taken, 1))
      mine = &table[i];
  return mine;
}

void read_all(const unsigned long *keys, int n, void (*look_up)(unsigned long)) {
  struct slot *slot = slot_of_thread();
  for (int i = 0; i < n; i++) {
    slot->epoch++;
    look_up(keys[i]);
    slot->epoch++;
  }
}
