#pragma once
#include <stddef.h>

#ifdef FIXED
#define PADDED(name, ...)                                                                          \
  union {                                                                                          \
    struct {                                                                                       \
      __VA_ARGS__                                                                                  \
    };                                                                                             \
    char name##_lines[(sizeof(struct {__VA_ARGS__}) + 63) / 64 * 64];                              \
  };
#else
#define PADDED(name, ...) __VA_ARGS__
#endif
struct spin {
  volatile int word;
};
struct crane {
  PADDED(crane, struct spin lock; /* expect: fsfind-per-thread-slots */
         int berth;)
};
struct pier {
  struct crane *cranes; /* expect: fsfind-per-thread-slots */
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
void *zeroed_lines(size_t size);
int next_crate(void);
void hoist(struct pier *pier, int crane, int crate, int shared);
