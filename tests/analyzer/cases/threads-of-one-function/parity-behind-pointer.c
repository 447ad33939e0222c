/* Clerks with odd numbers count other ballots than those with even ones. Both counters are written in one function,
   by branches on a number that the clerk reads through the pointer it was started with. */
#include <pthread.h>

#define CLERKS 4

struct tally {
#ifdef FIXED
  _Alignas(64) long accepted;
  _Alignas(64) long refused;
#else
  long accepted;
  long refused; /* expect: fsfind-adjacent-thread-fields */
#endif
};

static struct tally tally;

static void *clerk(void *arg) {
  int desk = *(int *)arg;
  for (long ballot = 0; ballot < 1000000; ballot++) {
    if (desk & 1)
      tally.accepted++;
    else
      tally.refused++;
  }
  return 0;
}

int main(void) {
  pthread_t clerks[CLERKS];
  int desks[CLERKS];
  for (int i = 0; i < CLERKS; i++)
    desks[i] = i;
  for (int i = 0; i < CLERKS; i++)
    pthread_create(&clerks[i], 0, clerk, &desks[i]);
  for (int i = 0; i < CLERKS; i++)
    pthread_join(clerks[i], 0);
  return tally.accepted > tally.refused;
}
