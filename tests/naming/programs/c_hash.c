// A hash table: buckets with a spinlock each and chains of entries, all on the heap.
#include "tests/naming/programs/c_hash.h"
#include "tests/naming/programs/support.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

enum { THREADS = 4, LOOKUPS = 6000, KEYS = 12 };

struct client {
  struct table *table;
  unsigned first_key;
};

static void *use(void *argument) {
  const struct client *client = argument;
  unsigned seed = client->first_key;
  for (int i = 0; i < LOOKUPS; ++i) {
    seed = work(seed);
    table_increment(client->table, client->first_key + seed / 2048 % 3);
  }
  return NULL;
}

int main(void) {
  struct table *table = table_create(8);
  for (unsigned key = 0; key < KEYS; ++key)
    table_increment(table, key);
  table_tell(table);
  struct client clients[THREADS];
  pthread_t threads[THREADS];
  for (unsigned i = 0; i < THREADS; ++i) {
    clients[i] = (struct client){table, i * 3};
    TELL_MEMBER("stack", "clients", i, "struct client", clients[i], table);
    TELL_MEMBER("stack", "clients", i, "struct client", clients[i], first_key);
    pthread_create(&threads[i], NULL, use, &clients[i]);
  }
  for (int i = 0; i < THREADS; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
