// suspect: data
// also-true: fsfind-contended-atomic
// Each guest of a hall counts himself in and out, and reads its limit beside the count. The only
// hall is a static variable, aligned, that is used by a pointer.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct hall {
  long seats[7];
#ifdef FIXED
  int limit, rows; // the last of the first line
  atomic_int inside;
#else
  int limit; // expect: fsfind-adjacent-thread-fields
  atomic_int inside; // expect: fsfind-adjacent-thread-fields
#endif
};
static struct hall *hall;

static void *visit(void *unused) {
  long sum = 0;
  for (int guest = 0; guest < 1000000; ++guest) {
    atomic_fetch_add(&hall->inside, 1);
    sum += hall->limit;
    atomic_fetch_sub(&hall->inside, 1);
  }
  return (void *)sum;
}

int main(void) {
  static _Alignas(64) struct hall only;
  hall = &only;
  hall->limit = 3;
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i)
    pthread_create(&threads[i], NULL, visit, NULL);
  for (int i = 0; i < 4; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
