/* One helper counts in whatever member it is given the address of, by calls in branches on the thread's number. */
#include <pthread.h>

struct shop {
#ifdef FIXED
  _Alignas(64) long sold;
  _Alignas(64) long bought;
#else
  long sold;
  long bought; /* expect: fsfind-adjacent-thread-fields */
#endif
};

static struct shop shop;

static void count(long *what) {
  for (long k = 0; k < 1000000; k++)
    ++*what;
}

static void *clerk(void *arg) {
  long number = (long)arg;
  if (number % 2)
    count(&shop.sold);
  else
    count(&shop.bought);
  return 0;
}

int main(void) {
  pthread_t clerks[4];
  for (long i = 0; i < 4; i++)
    pthread_create(&clerks[i], 0, clerk, (void *)i);
  for (int i = 0; i < 4; i++)
    pthread_join(clerks[i], 0);
  return (int)(shop.sold - shop.bought);
}
