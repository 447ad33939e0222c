// A set of cellars has a run-time number of 32-byte records, each with its own lock. They have no
// declared array: they begin right behind the head, in the same heap block.
// args: -std=gnu11
// suspect: threads, line
// also-true: fsfind-adjacent-thread-fields
#include <pthread.h>
#include <stdlib.h>

#ifdef FIXED
#define OWN_LINE __attribute__((aligned(64)))
#define ALLOCATE(size) aligned_alloc(64, ((size) + 63) / 64 * 64)
#else
#define OWN_LINE
#define ALLOCATE(size) malloc(size)
#endif
struct OWN_LINE cellar {
  int bottles, last_user;
  pthread_spinlock_t lock; /* expect: fsfind-per-thread-slots */
  void *waiting;
};
struct set {
  pthread_mutex_t compound OWN_LINE;
  struct cellar *cellars; /* expect: fsfind-per-thread-slots */
};
struct request {
  int cellar, bottles;
};

struct set *make_set(int count) {
  struct set *set = ALLOCATE(sizeof(struct set) + count * sizeof(struct cellar));
  set->cellars = (struct cellar *)(set + 1);
  pthread_mutex_init(&set->compound, 0);
  for (int i = 0; i < count; i++)
    pthread_spin_init(&set->cellars[i].lock, PTHREAD_PROCESS_PRIVATE);
  return set;
}

static int lock_one(struct set *set, const struct request *request) {
  pthread_spin_lock(&set->cellars[request->cellar].lock);
  return request->cellar;
}

static void apply(struct set *set, const struct request *request, int user) {
  struct cellar *cellar = set->cellars + request->cellar;
  cellar->bottles += request->bottles;
  cellar->last_user = user;
}

void change_stock(struct set *set, const struct request *requests, int n, int user) {
  if (n > 1)
    pthread_mutex_lock(&set->compound);
  for (int i = 0; i < n; i++) {
    const int locked = lock_one(set, &requests[i]);
    apply(set, &requests[i], user);
    pthread_spin_unlock(&set->cellars[locked].lock);
  }
  if (n > 1)
    pthread_mutex_unlock(&set->compound);
}
