// Two sides of a record from the project's own allocator, which aligns nothing.
#define _POSIX_C_SOURCE 200809L // barriers
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define ROUNDS 20000

struct parcel {
  int number;
  volatile unsigned long packed;
  volatile unsigned long fetched;
  const char *name;
};

static pthread_barrier_t start;

static void *must_calloc(size_t count, size_t size) {
  void *memory = calloc(count, size);
  if (memory == NULL)
    abort();
  return memory;
}

static void *pack(void *argument) {
  struct parcel *parcel = argument;
  pthread_barrier_wait(&start);
  for (int i = 0; i < ROUNDS; i++)
    parcel->packed = parcel->packed + 1;
  return NULL;
}

static void *fetch(void *argument) {
  struct parcel *parcel = argument;
  pthread_barrier_wait(&start);
  for (int i = 0; i < ROUNDS; i++)
    parcel->fetched = parcel->fetched + 1;
  return NULL;
}

int main(int argc, char **argv) {
  (void)argv;
#ifdef SIZES
  if (argc > 1)
    return printf("parcel %zu\n", sizeof(struct parcel)) < 0;
#endif
  struct parcel *parcel = must_calloc(1, sizeof *parcel);
  parcel->name = "parcel";
  parcel->number = argc;
  pthread_t threads[2];
  pthread_barrier_init(&start, NULL, 2);
  pthread_create(&threads[0], NULL, pack, parcel);
  pthread_create(&threads[1], NULL, fetch, parcel);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  printf("%s %d %lu %lu\n", parcel->name, parcel->number, parcel->packed, parcel->fetched);
  free(parcel);
  return 0;
}
