/* Two threads of a ferry count in one record: passengers, and looks at the tide. The second thread
   sleeps only when the tide is out. Twist: that pause does not hold up its loop, since most
   iterations do not come by it; mended by a line for each. */
typedef unsigned long thread_t;
int pthread_create(thread_t *, const void *, void *(*)(void *), void *);
int pthread_join(thread_t, void **);
unsigned sleep(unsigned);
int tide_is_out(void);

#ifdef FIXED
#define LINE _Alignas(64)
#else
#define LINE
#endif
struct ferry {
  LINE long passengers; /* expect: fsfind-adjacent-thread-fields */
  LINE long looks;      /* expect: fsfind-adjacent-thread-fields */
};
static struct ferry ferry;

static void *steward(void *unused) {
  for (long i = 0; i < 100000000; i++)
    ferry.passengers++;
  return unused;
}

static void *lookout(void *unused) {
  for (;;) {
    if (tide_is_out()) {
      sleep(1);
      continue;
    }
    ferry.looks++;
  }
  return unused;
}

int main(void) {
  thread_t one, other;
  pthread_create(&one, 0, steward, 0);
  pthread_create(&other, 0, lookout, 0);
  pthread_join(one, 0);
  return 0;
}
