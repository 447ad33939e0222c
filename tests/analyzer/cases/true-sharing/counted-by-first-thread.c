/* All threads run the function, but only the first of them counts: nobody contends for the counter. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_long rounds;

static void *walk(void *arg) {
  int place = *(int *)arg;
  for (long step = 0; step < 1000000; step++)
    if (place == 0)
      atomic_fetch_add(&rounds, 1);
  return 0;
}

int main(void) {
  pthread_t walkers[4];
  int places[4];
  for (int i = 0; i < 4; i++) {
    places[i] = i;
    pthread_create(&walkers[i], 0, walk, &places[i]);
  }
  for (int i = 0; i < 4; i++)
    pthread_join(walkers[i], 0);
  return (int)rounds;
}
