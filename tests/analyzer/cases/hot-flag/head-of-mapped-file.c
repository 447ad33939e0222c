/* The head of a tide table's file, mapped by several processes, has in one line: an option that all
   poll, the amount that every change adds to, a flag that readers set and the oldest edition, which
   they look at. Twist: atomics of mixed sizes by macros; aligned slots follow. */
// args: -std=gnu11
/* suspect: threads, object, data */
// also-true: fsfind-contended-atomic
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#define peek(word) atomic_load_explicit(&(word), memory_order_relaxed)
#define note(word, value) atomic_store_explicit(&(word), (value), memory_order_release)
#ifdef FIXED
#define NEW_LINE __attribute__((aligned(64)))
#else
#define NEW_LINE
#endif
struct slot {
  _Alignas(64) _Atomic(uint64_t) edition;
};
struct head {
  NEW_LINE _Atomic(uint32_t) flush_after; // expect: fsfind-adjacent-thread-fields
  NEW_LINE _Atomic(uint64_t) unwritten;   // expect: fsfind-adjacent-thread-fields
  NEW_LINE _Atomic(uint32_t) reader_left; // expect: fsfind-adjacent-thread-fields
  NEW_LINE _Atomic(uint64_t) oldest;      // expect: fsfind-adjacent-thread-fields
  NEW_LINE pthread_mutex_t writer;
  struct slot slots[];
};
struct tides {
  struct head *shared;
  int file;
};
int open_tides(struct tides *t, size_t size) {
  t->shared = mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED, t->file, 0);
  return ftruncate(t->file, (off_t)size);
}

void read_heights(struct tides *t, int slot, void (*read)(uint64_t edition)) {
  note(t->shared->slots[slot].edition, peek(t->shared->oldest));
  read(peek(t->shared->slots[slot].edition));
  note(t->shared->reader_left, 1);
}

int write_back(struct tides *t, uint32_t pages) {
  uint64_t waiting = atomic_fetch_add(&t->shared->unwritten, pages);
  return waiting > peek(t->shared->flush_after) ? fdatasync(t->file) : 0;
}

void replace(struct tides *t, uint64_t edition) {
  pthread_mutex_lock(&t->shared->writer);
  if (peek(t->shared->reader_left))
    note(t->shared->oldest, edition);
  note(t->shared->reader_left, 0);
  pthread_mutex_unlock(&t->shared->writer);
}
