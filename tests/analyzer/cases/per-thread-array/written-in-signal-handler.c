// Two heap arrays have one 4-byte counter per lift thread. The thread's signal handler, known only
// through sigaction, raises its element by a thread-local index.
// as in: SLEdge, https://github.com/gwsystems/sledge-serverless-framework/issues/323
// args: -std=gnu11
// also-true: fsfind-contended-atomic
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#define LIFTS 16
typedef volatile _Atomic sig_atomic_t counter;
static _Thread_local int lift;
int carry_skiers(int lift);

#ifdef FIXED
static struct {
  counter ticks, stops;
} __attribute__((aligned(128))) counts[LIFTS];
#define COUNT(kind, i) counts[i].kind
#else
static counter *lift_ticks; /* expect: fsfind-per-thread-slots */
static counter *lift_stops; /* expect: fsfind-per-thread-slots */
#define COUNT(kind, i) lift_##kind[i]
#endif

static void on_signal(int number) {
  if (number == SIGALRM)
    COUNT(ticks, lift)++;
  else
    COUNT(stops, lift)++;
}

static void *run(void *argument) {
  lift = *(int *)argument;
  while (carry_skiers(lift))
    ;
  return 0;
}

void take_zeroed(void *into, size_t count, size_t size) {
  *(void **)into = calloc(count, size);
}

void start_lifts(pthread_t *threads, int *numbers, int count) {
  struct sigaction action = {.sa_handler = on_signal};
#ifndef FIXED
  take_zeroed(&lift_ticks, count, sizeof *lift_ticks);
  take_zeroed(&lift_stops, count, sizeof *lift_stops);
#endif
  sigaction(SIGALRM, &action, 0);
  sigaction(SIGUSR1, &action, 0);
  for (int i = 0; i < count; i++)
    pthread_create(&threads[i], 0, run, &numbers[i]);
}

long signals_of(int i) {
  return COUNT(ticks, i) + COUNT(stops, i);
}
