// suspect: data
// also-true: fsfind-contended-atomic
// Each parcel that a belt carries counts itself in and out, and reads the belt's speed beside the
// count. The only belt is made in a block of whole cachelines, which tells where its members lie.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct belt {
  long places[7];
#ifdef FIXED
  int speed, slope; // the last of the first line
  atomic_int carried;
#else
  int speed; // expect: fsfind-adjacent-thread-fields
  atomic_int carried; // expect: fsfind-adjacent-thread-fields
#endif
};
static struct belt *belt;

static void *carry(void *unused) {
  long way = 0;
  for (int parcel = 0; parcel < 1000000; ++parcel) {
    atomic_fetch_add(&belt->carried, 1);
    way += belt->speed;
    atomic_fetch_sub(&belt->carried, 1);
  }
  return (void *)way;
}

int main(void) {
  belt = aligned_alloc(64, (sizeof *belt + 63) / 64 * 64);
  belt->speed = 3;
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i)
    pthread_create(&threads[i], NULL, carry, NULL);
  for (int i = 0; i < 4; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
