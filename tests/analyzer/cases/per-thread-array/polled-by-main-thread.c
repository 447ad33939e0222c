// A global array has one atomic byte per choir thread, which spins on its own and clears it. The
// main thread sets and polls them all. All accesses are in a getter and a setter.
// as in: Redis, https://github.com/redis/redis/pull/10892
// args: -std=gnu11
// suspect: often
#include <pthread.h>
#include <stdatomic.h>

#define VOICES 8
#ifdef FIXED
static struct {
  _Alignas(64) atomic_bool value;
} pending[VOICES];
#define PENDING(voice) pending[voice].value
#else
static atomic_bool pending[VOICES]; /* expect: fsfind-per-thread-slots */
#define PENDING(voice) pending[voice]
#endif
void transcribe(long voice);

static int is_pending(long voice) {
  return atomic_load_explicit(&PENDING(voice), memory_order_acquire);
}

static void set_pending(long voice, int value) {
  atomic_store_explicit(&PENDING(voice), value, memory_order_release);
}

static void *run(void *argument) {
  const long voice = (long)argument;
  for (;;) {
    while (!is_pending(voice))
      ;
    transcribe(voice);
    set_pending(voice, 0);
  }
  return 0;
}

void start_voices(pthread_t *threads) {
  for (long voice = 1; voice < VOICES; voice++)
    pthread_create(&threads[voice], 0, run, (void *)voice);
}

void transcribe_all(void) {
  for (long voice = 1; voice < VOICES; voice++)
    set_pending(voice, 1);
  for (int left = 1; left != 0;) {
    left = 0;
    for (long voice = 1; voice < VOICES; voice++)
      left += is_pending(voice);
  }
}
