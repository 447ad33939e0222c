/* A miller counts sacks while a clerk shows totals, and counts how often, in one record. Mended, the
   clerk shows them ten times a second. Twist: the pause lies two calls away, and takes its time from
   a local that is filled member by member. */
#ifdef FIXED
#define DAWDLE 1
#else
#define DAWDLE 0
#endif
typedef unsigned long thread_t;
int pthread_create(thread_t *, const void *, void *(*)(void *), void *);
int pthread_join(thread_t, void **);
struct timespec {
  long tv_sec;
  long tv_nsec;
};
int nanosleep(const struct timespec *, struct timespec *);

struct mill {
  long sacks; /* expect: fsfind-adjacent-thread-fields */
  long shown; /* expect: fsfind-adjacent-thread-fields */
};
static struct mill mill;
static volatile int closing;

static void pause_between(void) {
  struct timespec pause;
  pause.tv_sec = 0;
  pause.tv_nsec = 100 * 1000 * 1000;
  nanosleep(&pause, 0);
}

static int stand_by(void) {
#if DAWDLE
  pause_between();
#endif
  return !closing;
}

static void *miller(void *unused) {
  for (long i = 0; i < 100000000; i++)
    mill.sacks++;
  return unused;
}

static void *clerk(void *unused) {
  while (stand_by())
    mill.shown++;
  return unused;
}

int main(void) {
  thread_t one, other;
  pthread_create(&one, 0, miller, 0);
  pthread_create(&other, 0, clerk, 0);
  pthread_join(one, 0);
  closing = 1;
  pthread_join(other, 0);
  return mill.shown == 0;
}
