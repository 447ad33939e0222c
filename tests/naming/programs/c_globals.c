// Neighbouring globals: counters of two threads, and a flag that others read all the time.
#include "tests/naming/programs/support.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { ROUNDS = 30000 };

static long packets_seen;
static long packets_dropped;
static bool tracing_enabled;
static _Atomic int log_level = 2;
static struct {
  long lookups;
  long misses;
} cache_stats;

static void *receive(void *unused) {
  unsigned seed = 1;
  for (int round = 0; round < ROUNDS; ++round) {
    seed = work(seed);
    ++packets_seen;
    if (seed % 8 == 0)
      ++packets_dropped;
  }
  return unused;
}

static void *look_up(void *unused) {
  unsigned seed = 2;
  for (int round = 0; round < ROUNDS; ++round) {
    seed = work(seed);
    cache_stats.lookups++;
    if (seed & 64)
      cache_stats.misses++;
  }
  return unused;
}

static void *observe(void *logged) {
  unsigned seed = 3;
  for (int round = 0; round < ROUNDS; ++round) {
    seed = work(seed);
    if (tracing_enabled || atomic_load_explicit(&log_level, memory_order_relaxed) > 3)
      ++*(long *)logged;
  }
  return NULL;
}

int main(void) {
  TELL_OBJECT("global", "packets_seen", -1, "long", packets_seen);
  TELL_OBJECT("global", "packets_dropped", -1, "long", packets_dropped);
  TELL_OBJECT("global", "tracing_enabled", -1, "bool", tracing_enabled);
  TELL_OBJECT("global", "log_level", -1, "int", log_level);
  TELL_MEMBER("global", "cache_stats", -1, "", cache_stats, lookups);
  TELL_MEMBER("global", "cache_stats", -1, "", cache_stats, misses);
  long logged[2] = {0, 0};
  pthread_t threads[4];
  pthread_create(&threads[0], NULL, receive, NULL);
  pthread_create(&threads[1], NULL, look_up, NULL);
  pthread_create(&threads[2], NULL, observe, &logged[0]);
  pthread_create(&threads[3], NULL, observe, &logged[1]);
  for (int i = 0; i < 4; ++i)
    pthread_join(threads[i], NULL);
  return logged[0] + logged[1] > 0;
}
