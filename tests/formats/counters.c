// Three threads count in members of one record, on lines that are not ASCII.
#include <pthread.h>

struct counters {
  long requests;
  /* é 🙂 */ long errors;
  /* ü 🧵 */ long bytes;
};
static struct counters counters;

static void *serve(void *arg) {
  for (long i = 0; i < 100000000; i++)
    counters.requests++;
  return arg;
}

static void *complain(void *arg) {
  for (long i = 0; i < 100000000; i++)
    counters.errors++;
  return arg;
}

static void *measure(void *arg) {
  for (long i = 0; i < 100000000; i++)
    counters.bytes += i;
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, serve, NULL);
  pthread_create(&threads[1], NULL, complain, NULL);
  pthread_create(&threads[2], NULL, measure, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
