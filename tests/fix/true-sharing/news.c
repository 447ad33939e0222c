// Threads note in each round that there is news, which one thread looks for and which it never
// takes back.
// remedy: test-before-write of news
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { WRITERS = 3, ROUNDS = 10000 };

static _Alignas(64) volatile int news;
static _Alignas(64) _Atomic int running = WRITERS;

static void *write_news(void *unused) {
  for (int i = 0; i < ROUNDS; i++)
#ifdef CURED
    if (news != 1)
#endif
      news = 1;
  running--;
  return unused;
}

static void *look(void *seen) {
  while (running != 0)
    *(long *)seen |= news;
  *(long *)seen |= news;
  return NULL;
}

int main(void) {
  pthread_t threads[WRITERS], reader;
  long seen = 0;
  pthread_create(&reader, NULL, look, &seen);
  for (int i = 0; i < WRITERS; i++)
    pthread_create(&threads[i], NULL, write_news, NULL);
  for (int i = 0; i < WRITERS; i++)
    pthread_join(threads[i], NULL);
  pthread_join(reader, NULL);
  printf("%ld\n", seen);
  return 0;
}
