/* A toll station counts cars and coins in two variables, each changed by a thread of its own. Twist:
   a header declares both as extern, and the definitions in C have no value: they are tentative. */
#include <pthread.h>

#ifdef FIXED
#define APART __attribute__((aligned(64)))
#else
#define APART
#endif

extern long cars; /* as the header says */
extern long coins;

long cars APART;  /* expect: fsfind-adjacent-globals */
long coins APART; /* expect: fsfind-adjacent-globals */

static void *lane(void *unused) {
  for (int i = 0; i < 1000000; ++i)
    __sync_fetch_and_add(&cars, 1);
  return unused;
}

static void *booth(void *unused) {
  for (int i = 0; i < 1000000; ++i)
    __sync_fetch_and_add(&coins, 1);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, lane, 0);
  pthread_create(&second, 0, booth, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return cars + coins == 0;
}
