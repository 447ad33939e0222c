// One spinning lock guards the stock of all goods; each order takes one of them, and each thread
// has orders of its own aisle.
// remedy: split-lock of stock_lock
#define _XOPEN_SOURCE 600
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

enum { THREADS = 4, ORDERS = 4000, GOODS = 4096, PARTS = 64 };

struct good {
  long taken;
  char name[56];
};

static struct good stock[GOODS];
#ifdef CURED
static struct {
  _Alignas(64) pthread_spinlock_t stock_lock;
} stock_locks[PARTS];
#else
static pthread_spinlock_t stock_lock;
#endif

static void take(unsigned good) {
#ifdef CURED
  pthread_spinlock_t *lock = &stock_locks[good % PARTS].stock_lock;
#else
  pthread_spinlock_t *lock = &stock_lock;
#endif
  pthread_spin_lock(lock);
  stock[good].taken++;
  pthread_spin_unlock(lock);
}

static void *order(void *aisle) {
  unsigned state = 1;
  for (int i = 0; i < ORDERS; i++) {
    state = state * 1664525 + 1013904223;
    take((state >> 16) % (GOODS / THREADS) * THREADS + (unsigned)(uintptr_t)aisle);
  }
  return NULL;
}

int main(void) {
#ifdef CURED
  for (int i = 0; i < PARTS; i++)
    pthread_spin_init(&stock_locks[i].stock_lock, PTHREAD_PROCESS_PRIVATE);
#else
  pthread_spin_init(&stock_lock, PTHREAD_PROCESS_PRIVATE);
#endif
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, order, (void *)(uintptr_t)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  long all = 0;
  for (int i = 0; i < GOODS; i++)
    all += stock[i].taken;
  printf("%ld\n", all);
  return 0;
}
