// args: -std=c11 -pthread
// suspect: run
/* N7: the records of all threads, tables within, are cleared by the thread that makes them. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct search {
  pthread_t thread;
  unsigned seed;
  int history[16][64][64];
};

static struct search *searches[64];

static void *run(void *given) {
#ifdef FIXED
  struct search *s = malloc(sizeof *s);
  memset(s, 0, sizeof *s);
  (void)given;
#else
  struct search *s = given;
#endif
  for (int i = 0; i < 100000000; i++) {
    s->seed = s->seed * 1664525u + 1013904223u;
    s->history[s->seed >> 28][s->seed >> 8 & 63][i & 63] += i;
  }
  return s;
}

static void prepare(int count) {
  for (int i = 0; i < count; i++) {
    struct search *s = malloc(sizeof *s);
#ifndef FIXED
    memset(s, 0, sizeof *s); /* expect: fsfind-serial-first-touch */
#endif
    searches[i] = s;
  }
}

int main(void) {
  prepare(16);
  for (int i = 0; i < 16; i++)
    pthread_create(&searches[i]->thread, NULL, run, searches[i]);
  for (int i = 0; i < 16; i++)
    pthread_join(searches[i]->thread, NULL);
}
