// Neighbouring members that compilers update together with one 16-byte access.
#include "tests/naming/programs/support.h"
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 4, ITEMS = 12000 };

struct account {
  double credit;
  double debit;
  long moves;
  long volatile audits;
};

struct sum {
  long low;
  long high;
};

static struct sum sums[THREADS];
static struct account *accounts;

static void *run(void *argument) {
  long own = (long)argument;
  unsigned seed = (unsigned)own;
  struct account *a = &accounts[own];
  for (int item = 0; item < ITEMS; ++item) {
    seed = work(seed);
    a->credit += 1.5;
    a->debit += 0.5;
    if (seed % 3 == 0) {
      a->moves = seed;
      a->audits++;
    }
    sums[own].low += seed & 7;
    sums[own].high += seed & 3;
  }
  return NULL;
}

int main(void) {
  accounts = calloc(THREADS, sizeof *accounts);
  for (int i = 0; i < THREADS; ++i) {
    TELL_MEMBER("heap", "", i, "struct account", accounts[i], credit);
    TELL_MEMBER("heap", "", i, "struct account", accounts[i], debit);
    TELL_MEMBER("heap", "", i, "struct account", accounts[i], moves);
    TELL_MEMBER("heap", "", i, "struct account", accounts[i], audits);
    TELL_MEMBER("global", "sums", i, "struct sum", sums[i], low);
    TELL_MEMBER("global", "sums", i, "struct sum", sums[i], high);
  }
  pthread_t t[THREADS];
  for (long i = 0; i < THREADS; ++i)
    pthread_create(&t[i], NULL, run, (void *)i);
  for (int i = 0; i < THREADS; ++i)
    pthread_join(t[i], NULL);
  return 0;
}
