// Locals of main, of which the threads get pointers in records of their own.
#define _POSIX_C_SOURCE 200809L // barriers
#include <pthread.h>
#include <stdio.h>

#define ROUNDS 20000

struct job {
  long *progress;
  pthread_barrier_t *start;
};

static void *work(void *argument) {
  const struct job *job = argument;
  pthread_barrier_wait(job->start);
  for (long i = 0; i < ROUNDS; i++)
    __atomic_fetch_add(job->progress, i & 1, __ATOMIC_RELAXED);
  return NULL;
}

int main(void) {
  pthread_barrier_t start;
  long has_read = 0, has_written = 0;
  struct job reader = {&has_read, &start}, writer = {&has_written, &start};
  pthread_t threads[2];
  pthread_barrier_init(&start, NULL, 2);
  pthread_create(&threads[0], NULL, work, &reader);
  pthread_create(&threads[1], NULL, work, &writer);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  printf("%ld %ld\n", has_read, has_written);
  return 0;
}
