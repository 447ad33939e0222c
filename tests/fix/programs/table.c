// A table on the heap, with a member array of spin locks: each thread takes its own.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { SHARDS = 4, ROUNDS = 20000 };

struct table {
  const char *name;
  atomic_int locks[SHARDS];
};

static struct table *table;

static void take(atomic_int *lock) {
  while (atomic_exchange(lock, 1))
    ;
}

static void *run(void *argument) {
  const long shard = (long)argument;
  for (long i = 0; i < ROUNDS; i++) {
    take(&table->locks[shard]);
    atomic_store(&table->locks[shard], 0);
  }
  return NULL;
}

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1)
    return 0;
  pthread_t threads[SHARDS];
  table = malloc(sizeof *table);
  table->name = "shards";
  for (int i = 0; i < SHARDS; i++)
    atomic_init(&table->locks[i], 0);
  for (long i = 0; i < SHARDS; i++)
    pthread_create(&threads[i], NULL, run, (void *)i);
  for (int i = 0; i < SHARDS; i++)
    pthread_join(threads[i], NULL);
  puts(table->name);
  free(table);
  return 0;
}
