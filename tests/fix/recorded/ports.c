// Elements of an array from the project's own allocator, which aligns nothing, and grows it.
#define _POSIX_C_SOURCE 200809L // barriers
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define PORTS 4
#define ROUNDS 20000

struct port {
  volatile long packets; // that came in
  volatile long bytes;   // of all packets
};

static struct port *ports;
static pthread_barrier_t start;

static void *must_realloc(void *memory, size_t size) {
  memory = realloc(memory, size);
  if (memory == NULL)
    abort();
  return memory;
}

static void *serve(void *number) {
  struct port *port = &ports[(intptr_t)number];
  pthread_barrier_wait(&start);
  for (int i = 0; i < ROUNDS; i++) {
    port->packets = port->packets + 1;
    port->bytes = port->bytes + (i & 63);
  }
  return NULL;
}

int main(int argc, char **argv) {
  (void)argv;
#ifdef SIZES
  if (argc > 1)
    return printf("port %zu\n", sizeof(struct port)) < 0;
#endif
  pthread_t threads[PORTS];
  long packets = 0, bytes = argc - 1;
  for (size_t i = 0; i < PORTS; i++) {
    ports = must_realloc(ports, (i + 1) * sizeof *ports);
    ports[i].packets = ports[i].bytes = 0;
  }
  pthread_barrier_init(&start, NULL, PORTS);
  for (intptr_t i = 0; i < PORTS; i++)
    pthread_create(&threads[i], NULL, serve, (void *)i);
  for (int i = 0; i < PORTS; i++) {
    pthread_join(threads[i], NULL);
    packets += ports[i].packets;
    bytes += ports[i].bytes;
  }
  printf("%ld %ld\n", packets, bytes);
  free(ports);
  return 0;
}
