// Two arrays of atomic counters, one element per desk thread, lie in the middle of a library's
// global record. The thread's number is cast to a pointer for an external starting function, is
// stored in the visitor's record, and chooses the counter in another file.
// as in: Redis, https://github.com/redis/redis/pull/14907
// args: -std=gnu11
#include "library.h"
#include <stdint.h>

struct library library;

static void *run_desk(void *argument) {
  const int desk = (int)(intptr_t)argument;
  for (struct visitor *visitor; (visitor = next_visitor(desk)) != 0;) {
    visitor->desk = desk;
    serve(visitor);
  }
  return 0;
}

long books_lent(void) {
  long sum = 0;
  for (int i = 0; i < library.desks_open; i++)
    sum += COUNTER(lent, i);
  return sum;
}

void open_desks(void) {
  for (int i = 0; i < library.desks_open; i++)
    start_thread("desk", run_desk, (void *)(intptr_t)i);
}
