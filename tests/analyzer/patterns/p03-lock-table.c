// args: -std=gnu11
// suspect: line
/* P3: a table of locks, chosen by hash. */
#include <pthread.h>

#define BUCKETS 256
#define THREADS 8

struct bucket {
#ifdef FIXED
  _Alignas(64) pthread_spinlock_t lock;
#else
  pthread_spinlock_t lock; /* expect: fsfind-per-thread-slots */
#endif
};

static struct bucket buckets[BUCKETS];
static long values[BUCKETS][64];

static void bump(unsigned key) {
  struct bucket *bucket = &buckets[key % BUCKETS];
  pthread_spin_lock(&bucket->lock);
  values[key % BUCKETS][0]++;
  pthread_spin_unlock(&bucket->lock);
}

static void *run(void *argument) {
  unsigned key = (unsigned)(unsigned long)argument;
  for (long i = 0; i < 100000000; i++) {
    key = key * 1664525u + 1013904223u;
    bump(key >> 8);
  }
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < BUCKETS; i++)
    pthread_spin_init(&buckets[i].lock, 0);
  for (unsigned long i = 0; i < THREADS; i++)
    pthread_create(&threads[i], 0, run, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  return 0;
}
