/* An index of fossils is a static array of 256 drawers, 16 bytes of spin lock and chain; a hash of
   the key chooses. Twist: a helper chooses by multiplication and shift, a walk of pointers to
   pointers changes the chain; the diggers' records, stored to once at the end, are no defect. */
// args: -std=gnu11
/* suspect: line */
// also-true: fsfind-serial-first-touch
#include <pthread.h>
#include <stdint.h>
#ifdef FIXED
#define DRAWER_PLACE __attribute__((aligned(64)))
#else
#define DRAWER_PLACE
#endif
struct fossil {
  struct fossil *next;
  uint32_t age;
};
struct drawer {
  pthread_spinlock_t lock; // expect: fsfind-per-thread-slots
  struct fossil *first;
} DRAWER_PLACE;
struct digger {
  uint32_t from, to, found;
};
static struct drawer drawers[256]; // expect: fsfind-per-thread-slots
static struct drawer *place_of(uint32_t age) { return &drawers[age * 0x61C88647u >> 24]; }
static int drop(uint32_t age) {
  struct drawer *drawer = place_of(age);
  pthread_spin_lock(&drawer->lock);
  struct fossil **at = &drawer->first;
  while (*at && (*at)->age != age)
    at = &(*at)->next;
  const int found = *at != 0;
  if (found)
    *at = (*at)->next;
  pthread_spin_unlock(&drawer->lock);
  return found;
}

static void *dig(void *argument) {
  struct digger *self = argument;
  uint32_t found = 0;
  for (uint32_t age = self->from; age < self->to; age++)
    found += (uint32_t)drop(age);
  self->found = found;
  return 0;
}

void dig_all(struct digger *diggers, pthread_t *threads, int count) {
  for (int i = 0; i < 256; i++)
    pthread_spin_init(&drawers[i].lock, PTHREAD_PROCESS_PRIVATE);
  for (int i = 0; i < count; i++)
    pthread_create(&threads[i], 0, dig, &diggers[i]);
}
