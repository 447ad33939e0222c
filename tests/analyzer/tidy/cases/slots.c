typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);

struct counter {
  // CHECK: :[[@LINE+1]]:3: warning: each thread writes its own element of 'counters'{{.*}} [fsfind-per-thread-slots]
  long hits;
  long misses;
};

#define WORKERS 8

// CHECK: :[[@LINE+1]]:23: note: 'counters' is declared here
static struct counter counters[WORKERS];

static void *work(void *argument) {
  long number = (long)argument;
  for (int i = 0; i < 1000000; ++i)
    counters[number].hits++; // CHECK: :[[@LINE]]:{{[0-9]+}}: note: work writes it here, in a loop
  return 0;
}

int main(void) {
  pthread_t threads[WORKERS];
  for (long i = 0; i < WORKERS; ++i)
    pthread_create(&threads[i], 0, work, (void *)i); // CHECK: :[[@LINE]]:{{[0-9]+}}: note: work starts here
  return 0;
}
