/* P7: two globals of one file, each written by another thread. */
#include <pthread.h>

#ifdef FIXED
static _Alignas(64) volatile long received;
static _Alignas(64) volatile long sent;
#else
static volatile long received; /* expect: fsfind-adjacent-globals */
static volatile long sent;     /* expect: fsfind-adjacent-globals */
#endif

static void *receive(void *argument) {
  for (long i = 0; i < 100000000; i++)
    received++;
  return argument;
}

static void *transmit(void *argument) {
  for (long i = 0; i < 100000000; i++)
    sent++;
  return argument;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, receive, 0);
  pthread_create(&other, 0, transmit, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return (int)(received + sent);
}
