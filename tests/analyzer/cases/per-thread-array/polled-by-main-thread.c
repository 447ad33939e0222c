// A global array has one atomic count per choir thread, side by side. The main thread sets all of
// them and polls them in a loop; each thread spins on its own and clears it. All accesses are in
// a getter and a setter that take the index.
// as in: Redis, https://github.com/redis/redis/pull/10892
// args: -std=gnu11
#include <pthread.h>
#include <stdatomic.h>

#define VOICES 8
#ifdef FIXED
static struct {
  _Alignas(64) atomic_ulong value;
} pending[VOICES];
#define PENDING(voice) pending[voice].value
#else
static atomic_ulong pending[VOICES]; /* expect: fsfind-per-thread-slots */
#define PENDING(voice) pending[voice]
#endif

static pthread_t threads[VOICES];
void transcribe(long voice);

static unsigned long get_pending(long voice) {
  return atomic_load_explicit(&PENDING(voice), memory_order_acquire);
}
static void set_pending(long voice, unsigned long count) {
  atomic_store_explicit(&PENDING(voice), count, memory_order_release);
}

static void *run(void *argument) {
  const long voice = (long)argument;
  for (;;) {
    for (int i = 0; i < 1000000; i++)
      if (get_pending(voice) != 0)
        break;
    if (get_pending(voice) == 0)
      continue;
    transcribe(voice);
    set_pending(voice, 0);
  }
  return 0;
}

void start_voices(void) {
  for (long voice = 1; voice < VOICES; voice++)
    pthread_create(&threads[voice], 0, run, (void *)voice);
}

void transcribe_all(void) {
  for (long voice = 1; voice < VOICES; voice++)
    set_pending(voice, 1);
  for (unsigned long left = 1; left != 0;) {
    left = 0;
    for (long voice = 1; voice < VOICES; voice++)
      left += get_pending(voice);
  }
}
