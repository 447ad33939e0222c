#pragma once
#include <stdatomic.h>

#define PASTE(a, b) a##b
#define NAME(a, b) PASTE(a, b)
#ifdef FIXED
#define GROUP(...)                                                                                 \
  union __attribute__((aligned(64))) {                                                             \
    char NAME(line, __COUNTER__)[64];                                                              \
    struct {                                                                                       \
      __VA_ARGS__                                                                                  \
    };                                                                                             \
  };
#else
#define GROUP(...)                                                                                 \
  struct {                                                                                         \
    __VA_ARGS__                                                                                    \
  };
#endif
#define COUNTER(name) atomic_ullong name;
#define ADD(counter, n)                                                                            \
  atomic_store_explicit(&(counter), atomic_load_explicit(&(counter), memory_order_relaxed) + (n),  \
                        memory_order_relaxed)
struct buoy {
  GROUP(COUNTER(waves) /* expect: fsfind-adjacent-thread-fields | fsfind-per-thread-slots */
        COUNTER(gusts))
  GROUP(atomic_bool report;) /* expect: fsfind-adjacent-thread-fields | fsfind-per-thread-slots */
  GROUP(int number;)
};
extern struct buoy *buoys; /* expect: fsfind-adjacent-thread-fields | fsfind-per-thread-slots */
void measure(struct buoy *own);
int read_wave(int number);
