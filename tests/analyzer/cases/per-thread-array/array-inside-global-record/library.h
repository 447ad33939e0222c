// suspect: often
#pragma once
#include <stdatomic.h>

#define DESKS 128
struct library {
  int desks_open;
#ifdef FIXED
  struct {
    _Alignas(64) atomic_long lent;
    atomic_long returned;
  } desks[DESKS];
#define COUNTER(name, desk) library.desks[desk].name
#else
  atomic_long lent[DESKS];     /* expect: fsfind-per-thread-slots */
  atomic_long returned[DESKS]; /* expect: fsfind-per-thread-slots */
#define COUNTER(name, desk) library.name[desk]
#endif
  int shelves;
};
extern struct library library;
struct visitor {
  int socket, desk;
};
struct visitor *next_visitor(int desk);
void serve(struct visitor *visitor);
int start_thread(const char *name, void *(*start)(void *), void *data);
