/* One global counter of the bytes of map tiles gets an atomic addition from every allocation and
   release of every thread. Twist: in an inline helper below wrappers; mended, each thread has an
   entry of a padded array, by a number that it draws when it first needs one. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifdef FIXED
static _Alignas(64) struct {
  _Atomic size_t bytes;
  char padding[64 - sizeof(size_t)];
} used[16];
static _Alignas(64) atomic_int registered;
static _Thread_local int own = -1;
static inline void account(size_t bytes) {
  if (own == -1)
    own = atomic_fetch_add_explicit(&registered, 1, memory_order_relaxed) & 15;
  atomic_fetch_add_explicit(&used[own].bytes, bytes, memory_order_relaxed);
}
#else
static _Atomic size_t used; /* expect: fsfind-contended-atomic */
static inline void account(size_t bytes) {
  atomic_fetch_add_explicit(&used, bytes, memory_order_relaxed);
}
#endif
static void *tile_alloc(size_t bytes) {
  account(bytes);
  return malloc(bytes);
}

static void tile_free(void *tile, size_t bytes) {
  account(-bytes);
  free(tile);
}

void draw_tile(void *tile);
static void *draw(void *stop) {
  while (!*(volatile int *)stop) {
    void *tile = tile_alloc(4096);
    draw_tile(tile);
    tile_free(tile, 4096);
  }
  return 0;
}

void draw_map(volatile int *stop) {
  pthread_t threads[8];
  for (int i = 0; i < 8; i++)
    pthread_create(&threads[i], 0, draw, (void *)stop);
  for (int i = 0; i < 8; i++)
    pthread_join(threads[i], 0);
}
