// Each miller counts the sacks of his mill in an element of one array. Twist: a helper keeps the
// routine in a record, which a trampoline takes out again in the new thread; another has the loop.
#include <pthread.h>
#include <stdlib.h>

struct errand {
  void *(*routine)(void *);
  void *argument;
};
struct mill {
  pthread_t miller;
#ifdef FIXED
  _Alignas(64)
#endif
  long sacks; /* expect: fsfind-per-thread-slots */
#ifdef FIXED
  char apart[56];
#endif
};
static struct mill mills[16]; /* expect: fsfind-per-thread-slots */
static unsigned count;

static void *set_out(void *given) {
  struct errand own = *(struct errand *)given;
  free(given);
  return own.routine(own.argument);
}
static int send_out(pthread_t *thread, void *(*routine)(void *), void *argument) {
  struct errand *errand = malloc(sizeof *errand);
  errand->routine = routine;
  errand->argument = argument;
  return pthread_create(thread, 0, set_out, errand);
}
static void send_all(void *(*routine)(void *)) {
  for (unsigned i = 0; i < count; ++i)
    pthread_create(&mills[i].miller, 0, routine, &mills[i]);
}
static void *grind(void *given) {
  struct mill *own = given;
  for (long turn = 0; turn < 100000000; ++turn)
    own->sacks += turn & 1;
  return 0;
}
static void *rest(void *given) { return given; }
int main(int arguments, char **given) {
  (void)given;
  pthread_t idle;
  count = (unsigned)arguments;
  send_out(&idle, rest, 0);
  send_all(grind);
  for (unsigned i = 0; i < count; ++i)
    pthread_join(mills[i].miller, 0);
  return pthread_join(idle, 0);
}
