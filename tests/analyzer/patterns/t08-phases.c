/* T8: the two members are written in phases that never overlap. */
#include <pthread.h>

struct state {
  volatile long loaded; /* expect: fsfind-adjacent-thread-fields */
  volatile long solved; /* expect: fsfind-adjacent-thread-fields */
};

static struct state state;

static void *load(void *argument) {
  for (long i = 0; i < 100000000; i++)
    state.loaded++;
  return argument;
}

static void *solve(void *argument) {
  for (long i = 0; i < 100000000; i++)
    state.solved++;
  return argument;
}

int main(void) {
#ifdef FIXED
  load(0);
  solve(0);
#else
  pthread_t loader, solver;
  pthread_create(&loader, 0, load, 0);
  pthread_create(&solver, 0, solve, 0);
  pthread_join(loader, 0);
  pthread_join(solver, 0);
#endif
  return 0;
}
