// args: -std=gnu11
// suspect: threads, line
// Small locks guard the pages of a herbarium; a hash chooses the lock. A union pads each to 32
// bytes, by a constant that depends on the lock's size, and the base is rounded to the same size,
// so two locks meet in a line. The compare-and-swap is two calls below.
#include <stdint.h>

void *shared_room(unsigned long bytes);
void rest(void);
struct page_lock {
  uint16_t group;
  volatile uint32_t state; // expect: fsfind-ineffective-padding | fsfind-per-thread-slots
};
#ifdef FIXED
#define LOCK_SIZE 128
#else
#define LOCK_SIZE (sizeof(struct page_lock) <= 16 ? 16 * 2 : 32 * 2)
#endif
#define LOCKS 128
#define HELD 0x80000000u
union padded_lock {      // expect: fsfind-ineffective-padding | fsfind-per-thread-slots
  struct page_lock lock; // expect: fsfind-ineffective-padding | fsfind-per-thread-slots
  char pad[LOCK_SIZE];   // expect: fsfind-ineffective-padding | fsfind-per-thread-slots
};

static union padded_lock *locks; // expect: fsfind-ineffective-padding | fsfind-per-thread-slots
#define LOCK_OF(hash) (&locks[(hash) % LOCKS].lock)
void locks_open(void) {
  char *room = shared_room(LOCKS * sizeof(union padded_lock) + LOCK_SIZE);
  room += LOCK_SIZE - (uintptr_t)room % LOCK_SIZE;
  locks = (union padded_lock *)room;
}

static int try_lock(struct page_lock *lock) {
  uint32_t old = __atomic_load_n(&lock->state, __ATOMIC_RELAXED);
  return !(old & HELD) && __atomic_compare_exchange_n(&lock->state, &old, old + HELD, 0,
                                                      __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static void acquire(struct page_lock *lock) {
  while (!try_lock(lock))
    rest();
}

int page_turn(const uint32_t *hashes, int n, int (*look)(uint32_t hash)) {
  int found = 0;
  for (int i = 0; i < n; i++) {
    acquire(LOCK_OF(hashes[i]));
    found += look(hashes[i]);
    __atomic_fetch_sub(&LOCK_OF(hashes[i])->state, HELD, __ATOMIC_RELEASE);
  }
  return found;
}
