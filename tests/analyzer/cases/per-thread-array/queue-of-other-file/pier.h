#pragma once
#include <stddef.h>

#ifdef FIXED
#define PASTE(a, b) a##b
#define NAME(a, b) PASTE(a, b)
#define PADDED(...)                                                                                \
  union {                                                                                          \
    struct {                                                                                       \
      __VA_ARGS__                                                                                  \
    };                                                                                             \
    char NAME(line, __COUNTER__)[(sizeof(struct {__VA_ARGS__}) + 63) / 64 * 64];                   \
  };
#else
#define PADDED(...) __VA_ARGS__
#endif
struct spin {
  volatile int word;
};
struct pier {
  struct crane {
    PADDED(struct spin lock; /* expect: fsfind-per-thread-slots */
           int berth;)
  } *cranes; /* expect: fsfind-per-thread-slots */
  int count;
};
struct docker {
  struct pier *pier;
  int crane;
};
static inline void spin_lock(struct spin *spin) {
  while (__sync_lock_test_and_set(&spin->word, 1))
    ;
}
static inline void spin_unlock(struct spin *spin) {
  __sync_lock_release(&spin->word);
}
void *zeroed_lines(size_t size);
int next_crate(void);
void hoist(struct pier *pier, int crane, int crate, int shared);
