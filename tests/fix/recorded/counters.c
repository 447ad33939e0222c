// Arrays of one declaration, each with an element for each thread.
#define _POSIX_C_SOURCE 200809L // barriers
#include <pthread.h>
#include <stdio.h>

#define CLERKS 4
#define ROUNDS 20000

static volatile long stamped[CLERKS], returned[CLERKS];
static pthread_barrier_t start;

static void *serve(void *argument) {
  const long clerk = (long)argument;
  pthread_barrier_wait(&start);
  for (long i = 0; i < ROUNDS; i++) {
    stamped[clerk]++;
    if (i % 5 == clerk)
      returned[clerk]++;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[CLERKS];
  pthread_barrier_init(&start, NULL, CLERKS);
  for (long i = 0; i < CLERKS; i++)
    pthread_create(&threads[i], NULL, serve, (void *)i);
  for (int i = 0; i < CLERKS; i++) {
    pthread_join(threads[i], NULL);
    printf("%d: %ld stamped, %ld returned\n", i, stamped[i], returned[i]);
  }
  return 0;
}
