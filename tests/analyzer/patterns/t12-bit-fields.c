/* T12: bit-fields share a word by design: that is a race, no layout. */
#include <pthread.h>

struct flags {
#ifdef FIXED
  unsigned running : 1;
  unsigned count : 31;
#else
  volatile unsigned running; /* expect: fsfind-adjacent-thread-fields */
  volatile unsigned count;   /* expect: fsfind-adjacent-thread-fields */
#endif
};

static struct flags flags;

static void *toggle(void *argument) {
  for (long i = 0; i < 100000000; i++)
    flags.running ^= 1;
  return argument;
}

static void *count(void *argument) {
  for (long i = 0; i < 100000000; i++)
    flags.count++;
  return argument;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, toggle, 0);
  pthread_create(&other, 0, count, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
