/* A conditional operator chooses the counter, once before the loop and once as an argument. */
#include <pthread.h>

#ifdef FIXED
static _Alignas(64) long north;
static _Alignas(64) long south;
static _Alignas(64) long rain;
static _Alignas(64) long sun;
#else
static long north;
static long south; /* expect: fsfind-adjacent-globals */
static long rain;
static long sun; /* expect: fsfind-adjacent-globals */
#endif

static void note(long *kind) {
  for (long hour = 0; hour < 1000000; hour++)
    ++*kind;
}

static void *station(void *arg) {
  int which = *(int *)arg;
  long *birds = which ? &north : &south;
  for (long hour = 0; hour < 1000000; hour++)
    ++*birds;
  note(which ? &rain : &sun);
  return 0;
}

int main(void) {
  pthread_t stations[2];
  int numbers[2] = {0, 1};
  for (int i = 0; i < 2; i++)
    pthread_create(&stations[i], 0, station, &numbers[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(stations[i], 0);
  return (int)(north + south + rain + sun);
}
