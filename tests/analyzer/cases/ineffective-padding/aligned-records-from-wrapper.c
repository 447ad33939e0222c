// args: -std=gnu11
// Each depot yard has a record declared with the alignment of a line, but the records come one by
// one from a wrapper of malloc, so their ends meet other objects of the heap. A yard's own thread
// writes its record all the time, others post trams under its lock.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct yard {
  long moves, idle, passed;
  pthread_mutex_t lock;
  int posted[60];
  int first, last;
} __attribute__((aligned(64)));

static struct yard **yards;
static int yard_count;
static void *checked_malloc(size_t size, const char *what) {
  void *memory = malloc(size);
  if (!memory)
    perror(what);
  return memory;
}

void yards_grow(int n) {
  struct yard **more = checked_malloc(n * sizeof *more, "yards");
  if (yards)
    memcpy(more, yards, yard_count * sizeof *more);
  for (int i = yard_count; i < n; i++) {
#ifdef FIXED
    more[i] = aligned_alloc(64, sizeof(struct yard));
#else
    more[i] = checked_malloc(sizeof(struct yard), "yard"); // expect: fsfind-ineffective-padding
#endif
    memset(more[i], 0, sizeof(struct yard));
    pthread_mutex_init(&more[i]->lock, NULL);
  }
  yards = more;
  yard_count = n;
}

void yard_run(struct yard *own, int rounds) {
  while (rounds-- > 0) {
    own->moves++;
    pthread_mutex_lock(&own->lock);
    if (own->first == own->last)
      own->idle++;
    else
      own->passed += own->posted[own->first++ % 60];
    pthread_mutex_unlock(&own->lock);
  }
}

void yard_post(struct yard *to, int tram) {
  pthread_mutex_lock(&to->lock);
  to->posted[to->last++ % 60] = tram;
  pthread_mutex_unlock(&to->lock);
}
