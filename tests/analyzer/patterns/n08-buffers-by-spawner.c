/* suspect: run */
/* N8: the loop that starts the threads also allocates and zeroes their buffers. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 16
#define COUNT (4 << 20)

struct job {
  double *sums;
  int number;
};

static void *run(void *argument) {
  struct job *job = argument;
#ifdef FIXED
  job->sums = malloc(COUNT * sizeof(double));
  memset(job->sums, 0, COUNT * sizeof(double));
#endif
  for (int round = 0; round < 100; round++)
    for (long i = 0; i < COUNT; i++)
      job->sums[i] += job->number;
  return 0;
}

int main(void) {
  static struct job jobs[THREADS];
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) {
    jobs[i].number = i;
#ifndef FIXED
    jobs[i].sums = malloc(COUNT * sizeof(double));
    memset(jobs[i].sums, 0, COUNT * sizeof(double)); /* expect: fsfind-serial-first-touch */
#endif
    pthread_create(&threads[i], 0, run, &jobs[i]);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  return 0;
}
