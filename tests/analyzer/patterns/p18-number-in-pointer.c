// args: -std=c11 -pthread
/* P18: a thread's number comes as a pointer, and is handed on as a number. */
#include <pthread.h>

enum { WORKERS = 8, ROUNDS = 200000 };

struct totals {
#ifdef FIXED
  _Alignas(64)
#endif
  long requests;
  long bytes;
};

static struct totals table[WORKERS]; /* expect: fsfind-per-thread-slots */

static void count(long worker, long size) {
  table[worker].requests++;
  table[worker].bytes += size;
}

static void *serve(void *argument) {
  for (long round = 0; round < ROUNDS; ++round)
    count((long)argument, round & 1023);
  return 0;
}

int main(void) {
  pthread_t threads[WORKERS];
  for (long worker = 0; worker < WORKERS; ++worker)
    pthread_create(&threads[worker], 0, serve, (void *)worker);
  for (long worker = 0; worker < WORKERS; ++worker)
    pthread_join(threads[worker], 0);
  return 0;
}
