// Memory that one phase frees and the next one takes for another type of the same size. The hot
// members of the two lie at different offsets, so that each address has one truth.
#include "tests/naming/programs/support.h"
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 4, ITEMS = 8000, COUNT = 16 };

struct request {
  char *path;
  long hits;
  int state;
  int refs;
  long spare[4];
};
struct reply {
  long spare[2];
  char *body;
  long length;
  long hits;
  int code;
  int sent;
};

static struct request *requests[COUNT];
static struct reply *replies[COUNT];
static pthread_barrier_t gate;

static void serve(struct request *r, unsigned v) {
  r->hits += v;
  r->state = (int)v;
}

static void answer(struct reply *r, unsigned v) {
  r->hits += v;
  r->sent++;
  r->code = (int)v;
}

static void *run(void *argument) {
  unsigned own = (unsigned)(long)argument, seed = own;
  for (int i = 0; i < ITEMS; ++i) {
    seed = work(seed);
    serve(requests[(i % 4) * 4 + own], seed & 7);
  }
  if (pthread_barrier_wait(&gate) == PTHREAD_BARRIER_SERIAL_THREAD) {
    for (int i = 0; i < COUNT; ++i)
      free(requests[i]);
    for (int i = 0; i < COUNT; ++i)
      replies[i] = malloc(sizeof(struct reply));
    for (int i = 0; i < COUNT; ++i) {
      TELL_MEMBER("heap", "", -1, "struct reply", *replies[i], hits);
      TELL_MEMBER("heap", "", -1, "struct reply", *replies[i], code);
      TELL_MEMBER("heap", "", -1, "struct reply", *replies[i], sent);
    }
  }
  pthread_barrier_wait(&gate);
  for (int i = 0; i < ITEMS; ++i) {
    seed = work(seed);
    answer(replies[(i % 4) * 4 + own], seed & 7);
  }
  return NULL;
}

int main(void) {
  pthread_barrier_init(&gate, NULL, THREADS);
  for (int i = 0; i < COUNT; ++i)
    requests[i] = calloc(1, sizeof(struct request));
  for (int i = 0; i < COUNT; ++i) {
    TELL_MEMBER("heap", "", -1, "struct request", *requests[i], hits);
    TELL_MEMBER("heap", "", -1, "struct request", *requests[i], state);
  }
  pthread_t t[THREADS];
  for (long i = 0; i < THREADS; ++i)
    pthread_create(&t[i], NULL, run, (void *)i);
  for (int i = 0; i < THREADS; ++i)
    pthread_join(t[i], NULL);
  return 0;
}
