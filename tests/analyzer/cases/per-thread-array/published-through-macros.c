// A heap array has a slot of 24 bytes per session of a recipe book, in which it publishes the
// edition that it reads and which all others scan. A macro with a null test chooses the slot
// through nested records, and padding macros are empty; the next edition is counted beside it.
// args: -std=gnu11
// also-true: fsfind-contended-atomic
#include <stdint.h>
#include <stdlib.h>

#define BARRIER() __asm__ volatile("" ::: "memory")
#ifdef FIXED
#define PAD(...)                                                                                   \
  union {                                                                                          \
    struct {                                                                                       \
      __VA_ARGS__                                                                                  \
    };                                                                                             \
    char line[64];                                                                                 \
  };
#define ALLOCATE(count, size) aligned_alloc(64, ((count) * (size) + 63) / 64 * 64)
#else
#define PAD(...) __VA_ARGS__
#define ALLOCATE(count, size) calloc(count, size)
#endif
struct slot {
  PAD(volatile uint64_t current; /* expect: fsfind-per-thread-slots */
      volatile uint64_t pinned; volatile int waiting;)
};
struct book {
  struct {
    volatile uint64_t next, oldest;
    struct slot *slots; /* expect: fsfind-per-thread-slots */
  } editions;
  unsigned sessions;
};
struct session {
  struct book *book;
  unsigned number;
};
#define SLOT(session)                                                                              \
  ((session)->book->editions.slots ? &(session)->book->editions.slots[(session)->number] : NULL)

static void take_zeroed(size_t count, size_t size, void *into) {
  *(void **)into = ALLOCATE(count, size);
}

void open_book(struct book *book) {
  take_zeroed(book->sessions, sizeof(struct slot), &book->editions.slots);
  struct slot *slot = book->editions.slots;
  for (unsigned i = 0; i < book->sessions; i++, slot++)
    slot->current = slot->pinned = 0;
}

void begin_cooking(struct session *session) {
  struct slot *slot = SLOT(session);
  slot->current = __sync_add_and_fetch(&session->book->editions.next, 1);
  BARRIER();
  slot->pinned = session->book->editions.oldest;
}

uint64_t oldest_pinned(const struct book *book) {
  uint64_t oldest = book->editions.next;
  const struct slot *slot = book->editions.slots;
  for (unsigned i = 0; i < book->sessions; i++, slot++) {
    while (slot->waiting)
      BARRIER();
    if (slot->pinned && slot->pinned < oldest)
      oldest = slot->pinned;
  }
  return oldest;
}
