// Each thread of an egg sorter counts the boxes it holds in an atomic of its own. Only the array is
// aligned, and spare elements in front shift the index, so all counts remain packed. The index is a
// thread-local number, drawn at first use, plus a constant.
// as in: Valkey, https://github.com/valkey-io/valkey/pull/4107
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define LINE 64
#define MAX_THREADS 16
#define SPARE (LINE / sizeof(atomic_long))
#ifdef FIXED
static struct { _Alignas(LINE) atomic_long boxes; } held[MAX_THREADS];
#define HELD(number) held[number].boxes
#else
static _Alignas(LINE) atomic_long
    held[2 * SPARE + MAX_THREADS]; // expect: fsfind-ineffective-padding | fsfind-per-thread-slots
#define HELD(number) held[(number) + SPARE]
#endif
static atomic_int threads;
static _Thread_local int thread_number = -1;
static inline void count_boxes(long n) {
  if (thread_number < 0)
    thread_number = atomic_fetch_add(&threads, 1);
  atomic_fetch_add_explicit(&HELD(thread_number), n, memory_order_relaxed);
}

static void *box_take(size_t eggs) {
  count_boxes((long)eggs);
  return malloc(eggs);
}
static void box_return(void *box, size_t eggs) {
  count_boxes(-(long)eggs);
  free(box);
}

static void *sort_eggs(void *argument) {
  intptr_t rounds = (intptr_t)argument;
  for (intptr_t i = 0; i < rounds; i++)
    box_return(box_take(6 + i % 24), 6 + i % 24);
  return NULL;
}

int main(void) {
  pthread_t sorters[8];
  long sum = 0;
  for (int i = 0; i < 8; i++)
    pthread_create(&sorters[i], NULL, sort_eggs, (void *)(intptr_t)10000000);
  for (int i = 0; i < atomic_load(&threads); i++)
    sum += atomic_load_explicit(&HELD(i), memory_order_relaxed);
  printf("%ld\n", sum);
  pthread_exit(NULL);
}
