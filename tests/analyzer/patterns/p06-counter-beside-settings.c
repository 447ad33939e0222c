/* P6: a counter that is written all the time, beside members that all threads read in loops. */
#include <pthread.h>
#include <stdatomic.h>

struct cache {
#ifdef FIXED
  _Alignas(64) const int *table;
  unsigned mask;
  _Alignas(64) atomic_long hits;
#else
  const int *table; /* expect: fsfind-adjacent-thread-fields */
  unsigned mask;    /* expect: fsfind-adjacent-thread-fields */
  atomic_long hits; /* expect: fsfind-adjacent-thread-fields */
#endif
};

static int table[4096];
static struct cache cache = {.table = table, .mask = 4095};

static void *search(void *argument) {
  struct cache *c = argument;
  long sum = 0;
  for (unsigned i = 0; i < 100000000; i++)
    sum += c->table[(i * 7) & c->mask];
  return (void *)sum;
}

static void *count(void *argument) {
  struct cache *c = argument;
  for (long i = 0; i < 100000000; i++)
    atomic_fetch_add(&c->hits, 1);
  return 0;
}

int main(void) {
  pthread_t readers[4], counter;
  for (int i = 0; i < 4; i++)
    pthread_create(&readers[i], 0, search, &cache);
  pthread_create(&counter, 0, count, &cache);
  for (int i = 0; i < 4; i++)
    pthread_join(readers[i], 0);
  pthread_join(counter, 0);
  return 0;
}
