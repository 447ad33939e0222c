// A count that one thread changes all the time, beside settings that the others read.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { READERS = 2, ROUNDS = 20000 };

struct server {
  atomic_long accepted;
  atomic_int port;
  atomic_int depth;
};

static struct server server;
static atomic_long seen;

static void *take(void *argument) {
  for (int i = 0; i < ROUNDS; i++)
    atomic_fetch_add_explicit(&server.accepted, 1, memory_order_relaxed);
  return argument;
}

static void *serve(void *argument) {
  long sum = 0;
  for (int i = 0; i < ROUNDS; i++)
    sum += atomic_load_explicit(&server.port, memory_order_relaxed) +
           atomic_load_explicit(&server.depth, memory_order_relaxed);
  atomic_fetch_add(&seen, sum);
  return argument;
}

int main(int argc, char **argv) {
  (void)argv;
#ifdef SIZES
  if (argc > 1)
    return printf("server %zu\n", sizeof(struct server)) < 0;
#endif
  pthread_t taker, servers[READERS];
  server.port = 8;
  server.depth = 2;
  pthread_create(&taker, NULL, take, NULL);
  for (int i = 0; i < READERS; i++)
    pthread_create(&servers[i], NULL, serve, NULL);
  pthread_join(taker, NULL);
  for (int i = 0; i < READERS; i++)
    pthread_join(servers[i], NULL);
  printf("%ld %ld\n", (long)server.accepted, (long)seen);
  return 0;
}
