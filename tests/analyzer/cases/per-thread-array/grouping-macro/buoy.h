#pragma once
#include <stdatomic.h>

#ifdef FIXED
#define GROUP(name, ...)                                                                           \
  union __attribute__((aligned(64))) {                                                             \
    char name##_line[64];                                                                          \
    struct {                                                                                       \
      __VA_ARGS__                                                                                  \
    };                                                                                             \
  };
#else
#define GROUP(name, ...)                                                                           \
  struct {                                                                                         \
    __VA_ARGS__                                                                                    \
  };
#endif
#define COUNTER(name) atomic_ullong name;
#define ADD(counter, n) atomic_store(&(counter), atomic_load(&(counter)) + (n))
struct buoy {
  GROUP(counts, COUNTER(waves) /* expect: fsfind-adjacent-thread-fields | fsfind-per-thread-slots */
        COUNTER(gusts))
  GROUP(flags, atomic_bool report;)
  GROUP(rest, int number;)
};
extern struct buoy *buoys; /* expect: fsfind-adjacent-thread-fields | fsfind-per-thread-slots */
void measure(struct buoy *own);
int read_wave(int number);
