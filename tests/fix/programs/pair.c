// Two threads count in variables of one declaration.
#include <pthread.h>
#include <stdio.h>

enum { ROUNDS = 20000 };

static volatile long sent, received = 0, refused;

static void *send_all(void *unused) {
  (void)unused;
  for (long i = 0; i < ROUNDS; i++)
    sent++;
  return NULL;
}

static void *receive_all(void *unused) {
  (void)unused;
  for (long i = 0; i < ROUNDS; i++)
    received++;
  return NULL;
}

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1)
    return 0;
  pthread_t one, two;
  pthread_create(&one, NULL, send_all, NULL);
  pthread_create(&two, NULL, receive_all, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  printf("%ld\n", sent + received + refused);
  return 0;
}
