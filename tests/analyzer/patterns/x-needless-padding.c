/* A table that is only scanned: its padding makes the scan longer. */
#include <pthread.h>

#define COUNT 4096

struct limit {
#ifdef FIXED
  int low, high;
#else
  _Alignas(64) int low;
  int high;
#endif
};

static struct limit limits[COUNT];

static void *search(void *argument) {
  long inside = 0;
  for (int round = 0; round < 100000; round++)
    for (int i = 0; i < COUNT; i++)
      inside += limits[i].low <= round && round < limits[i].high;
  return argument ? argument : (void *)inside;
}

int main(void) {
  pthread_t threads[8];
  for (int i = 0; i < 8; i++)
    pthread_create(&threads[i], 0, search, 0);
  for (int i = 0; i < 8; i++)
    pthread_join(threads[i], 0);
  return 0;
}
