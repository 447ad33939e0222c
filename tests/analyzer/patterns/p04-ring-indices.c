/* P4: the indices of producer and consumer side by side. */
#include <pthread.h>
#include <stdatomic.h>

#define SLOTS 1024

struct ring {
#ifdef FIXED
  _Alignas(64) _Atomic unsigned head;
  _Alignas(64) _Atomic unsigned tail;
  _Alignas(64) long slots[SLOTS];
#else
  _Atomic unsigned head; /* expect: fsfind-adjacent-thread-fields */
  _Atomic unsigned tail; /* expect: fsfind-adjacent-thread-fields */
  _Alignas(64) long slots[SLOTS];
#endif
};

static struct ring ring;

static int push(struct ring *r, long value) {
  unsigned head = atomic_load_explicit(&r->head, memory_order_relaxed);
  if (head - atomic_load_explicit(&r->tail, memory_order_acquire) == SLOTS)
    return 0;
  r->slots[head % SLOTS] = value;
  atomic_store_explicit(&r->head, head + 1, memory_order_release);
  return 1;
}

static int pop(struct ring *r, long *value) {
  unsigned tail = atomic_load_explicit(&r->tail, memory_order_relaxed);
  if (tail == atomic_load_explicit(&r->head, memory_order_acquire))
    return 0;
  *value = r->slots[tail % SLOTS];
  atomic_store_explicit(&r->tail, tail + 1, memory_order_release);
  return 1;
}

static void *produce(void *argument) {
  for (long i = 0; i < 100000000; i++)
    while (!push(argument, i))
      ;
  return 0;
}

static void *consume(void *argument) {
  long value = 0, sum = 0;
  for (long i = 0; i < 100000000; i++) {
    while (!pop(argument, &value))
      ;
    sum += value;
  }
  return (void *)sum;
}

int main(void) {
  pthread_t producer, consumer;
  pthread_create(&producer, 0, produce, &ring);
  pthread_create(&consumer, 0, consume, &ring);
  pthread_join(producer, 0);
  pthread_join(consumer, 0);
  return 0;
}
