/* Threads draw their number from a shared counter before they begin. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int seats;

static struct {
#ifdef FIXED
  _Alignas(64) long rows;
  _Alignas(64) long words;
#else
  long rows;
  long words; /* expect: fsfind-adjacent-thread-fields */
#endif
} text;

static void *read_text(void *arg) {
  int seat = atomic_fetch_add(&seats, 1);
  for (long k = 0; k < 1000000; k++) {
    if (seat == 0)
      text.rows++;
    else
      text.words++;
  }
  return arg;
}

int main(void) {
  pthread_t readers[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&readers[i], 0, read_text, 0);
  for (int i = 0; i < 4; i++)
    pthread_join(readers[i], 0);
  return (int)text.rows;
}
