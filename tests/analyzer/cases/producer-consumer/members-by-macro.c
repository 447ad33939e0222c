/* suspect: threads */
/* A pool of numbers of hotel lockers keeps its read position, write position and count side by side
   with the size that all threads read: some threads take numbers out, others put them back. Twist:
   a macro declares the members and, mended, padding; both kinds find the file-static pool. */
// also-true: fsfind-contended-atomic
#include <pthread.h>
#include <stdint.h>
#ifdef FIXED
#define WORD(name)                                                                                 \
  _Alignas(64) uint32_t name;                                                                      \
  char name##_padding[60]
#else
#define WORD(name) uint32_t name
#endif
#define ADD(word, by) __atomic_add_fetch(&(word), by, __ATOMIC_SEQ_CST)
struct pool {
  WORD(given);    // expect: fsfind-adjacent-thread-fields
  WORD(returned); // expect: fsfind-adjacent-thread-fields
  WORD(count);    // expect: fsfind-adjacent-thread-fields
  uint32_t size;
  int *numbers;
};
static struct pool lockers;
int hand_out(int number);
int come_back(void);
static int take(struct pool *pool) {
  while ((int32_t)ADD(pool->count, -1) < 0)
    ADD(pool->count, 1);
  const uint32_t at = ADD(pool->given, 1) % pool->size;
  return __atomic_exchange_n(&pool->numbers[at], -1, __ATOMIC_ACQUIRE);
}

static void lay_back(struct pool *pool, int number) {
  const uint32_t at = ADD(pool->returned, 1) % pool->size;
  __atomic_store_n(&pool->numbers[at], number, __ATOMIC_RELEASE);
  ADD(pool->count, 1);
}

static void *greet(void *unused) {
  while (hand_out(take(&lockers)))
    ;
  return unused;
}

static void *part(void *unused) {
  while (!unused)
    lay_back(&lockers, come_back());
  return unused;
}

void open_hotel(int clerks, int *numbers, uint32_t size) {
  pthread_t thread;
  lockers.numbers = numbers;
  lockers.size = size;
  for (int i = 0; i < 2 * clerks; i++)
    if (pthread_create(&thread, 0, i % 2 ? greet : part, 0) == 0)
      pthread_detach(thread);
}
