// Locks beside what they guard: an array of pthread mutexes, and buckets with a spinlock each.
#include "tests/naming/programs/support.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

enum { THREADS = 4, ROUNDS = 6000 };

struct bucket {
  atomic_flag busy;
  unsigned entries;
  unsigned long hits;
};

static pthread_mutex_t stripes[THREADS];
static struct bucket *buckets;

static void bucket_lock(struct bucket *bucket) {
  while (atomic_flag_test_and_set_explicit(&bucket->busy, memory_order_acquire))
    continue;
}

static void bucket_unlock(struct bucket *bucket) {
  atomic_flag_clear_explicit(&bucket->busy, memory_order_release);
}

static void *update(void *argument) {
  const intptr_t self = (intptr_t)argument;
  unsigned seed = (unsigned)self;
  for (int round = 0; round < ROUNDS; ++round) {
    seed = work(seed);
    struct bucket *bucket = &buckets[(self * 3 + seed / 1024 % 2) % THREADS];
    bucket_lock(bucket);
    bucket->hits++;
    if (seed % 5 == 0)
      bucket->entries++;
    bucket_unlock(bucket);
    pthread_mutex_lock(&stripes[self]);
    seed = work(seed);
    pthread_mutex_unlock(&stripes[self]);
  }
  return NULL;
}

int main(void) {
  buckets = calloc(THREADS, sizeof *buckets);
  for (int i = 0; i < THREADS; ++i) {
    pthread_mutex_init(&stripes[i], NULL);
    TELL_OBJECT("global", "stripes", i, "pthread_mutex_t", stripes[i]);
    TELL_MEMBER("heap", "", i, "struct bucket", buckets[i], busy);
    TELL_MEMBER("heap", "", i, "struct bucket", buckets[i], entries);
    TELL_MEMBER("heap", "", i, "struct bucket", buckets[i], hits);
  }
  TELL_OBJECT("global", "buckets", -1, "struct bucket *", buckets);
  pthread_t threads[THREADS];
  for (intptr_t i = 0; i < THREADS; ++i)
    pthread_create(&threads[i], NULL, update, (void *)i);
  for (int i = 0; i < THREADS; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
