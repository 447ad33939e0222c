/* suspect: threads, line */
/* A cheese cellar on the heap has an array of shelves, each about one and a half lines; a thread
   uses one under its mutex, and its end meets the lock of the next. Twist: an opaque function gives
   the number; an aligned type helps only in an aligned allocation. */
#include <pthread.h>
#include <stdlib.h>

#define SHELVES 8
#ifdef FIXED
#define SHELF_PLACE _Alignas(64)
#define dug(size) aligned_alloc(64, size)
#else
#define SHELF_PLACE
#define dug(size) malloc(size)
#endif
struct cheese {
  struct cheese *next;
  long weight;
};
struct shelf {
  SHELF_PLACE pthread_mutex_t mutex; /* expect: fsfind-per-thread-slots */
  long stored, taken, weight;
  struct cheese *first, *last;
  long turned[2];
};
struct cellar {
  const char *name;
  struct shelf shelves[SHELVES]; /* expect: fsfind-per-thread-slots */
};
unsigned shelf_in_turn(void);
struct cellar *dig_cellar(const char *name) {
  struct cellar *cellar = dug(sizeof *cellar);
  cellar->name = name;
  for (int i = 0; i < SHELVES; i++) {
    pthread_mutex_init(&cellar->shelves[i].mutex, NULL);
    cellar->shelves[i].first = cellar->shelves[i].last = NULL;
  }
  return cellar;
}

static struct shelf *shelf_of(struct cellar *cellar) {
  return &cellar->shelves[shelf_in_turn() % SHELVES];
}

void store_cheese(struct cellar *cellar, struct cheese *one) {
  struct shelf *shelf = shelf_of(cellar);
  pthread_mutex_lock(&shelf->mutex);
  one->next = shelf->first;
  shelf->first = one;
  shelf->stored++;
  shelf->weight += one->weight;
  pthread_mutex_unlock(&shelf->mutex);
}
