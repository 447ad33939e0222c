/* Each thread counts in an element that it finds by a number behind the pointer it was started with, raised by one. */
#include <pthread.h>

#define CREWS 4

struct ship {
#ifdef FIXED
  _Alignas(64) long loaded;
#else
  long loaded;
#endif
};

static struct ship fleet[CREWS + 1]; /* expect: fsfind-per-thread-slots */

static void *load(void *arg) {
  int ship = *(int *)arg + 1;
  for (long crate = 0; crate < 1000000; crate++)
    fleet[ship].loaded++;
  return 0;
}

int main(void) {
  pthread_t crews[CREWS];
  int numbers[CREWS];
  for (int i = 0; i < CREWS; i++)
    numbers[i] = i;
  for (int i = 0; i < CREWS; i++)
    pthread_create(&crews[i], 0, load, &numbers[i]);
  for (int i = 0; i < CREWS; i++)
    pthread_join(crews[i], 0);
  return (int)fleet[1].loaded;
}
