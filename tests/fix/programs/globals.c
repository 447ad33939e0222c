// Two neighbouring variables, each of one thread.
#include <pthread.h>
#include <stdio.h>

enum { ROUNDS = 40000 };

static volatile long served;
static volatile long failed;

static void *serve(void *argument) {
  for (long i = 0; i < ROUNDS; i++)
    served = served + 1;
  return argument;
}

static void *fail(void *argument) {
  for (long i = 0; i < ROUNDS; i++)
    failed = failed + 2;
  return argument;
}

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1)
    return 0;
  pthread_t one, other;
  pthread_create(&one, NULL, serve, NULL);
  pthread_create(&other, NULL, fail, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  printf("%ld %ld\n", served, failed);
  return 0;
}
