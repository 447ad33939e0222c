// A queue of tide readings pads the writer's and the reader's group, but the first padding is a
// line less one word, so every group begins just before a line and ends in the line of the next
// group. The base comes from malloc, and roles follow from two functions only.
// as in: Aeron, https://github.com/aeron-io/aeron/pull/1915
#include <stdint.h>
#include <stdlib.h>

#define LINE 64
#ifdef FIXED
#define GAP(n, words) char padding##n[LINE]
#else
#define GAP(n, words) char padding##n[LINE - (words) * sizeof(uint64_t)]
#endif
struct tide_queue {
  GAP(0, 1); // expect: fsfind-ineffective-padding | fsfind-adjacent-thread-fields
  struct {
    volatile uint64_t tail; // expect: fsfind-ineffective-padding | fsfind-adjacent-thread-fields
    uint64_t head_seen;     // expect: fsfind-ineffective-padding | fsfind-adjacent-thread-fields
    GAP(1, 2); // expect: fsfind-ineffective-padding | fsfind-adjacent-thread-fields
  };
  struct {
    volatile uint64_t head; // expect: fsfind-ineffective-padding | fsfind-adjacent-thread-fields
    uint64_t taken;         // expect: fsfind-ineffective-padding | fsfind-adjacent-thread-fields
    GAP(2, 2); // expect: fsfind-ineffective-padding | fsfind-adjacent-thread-fields
  };
  uint64_t capacity, mask;
  double heights[];
};

struct gauge { struct tide_queue *queue; };
void gauge_open(struct gauge *gauge, uint64_t capacity) {
  gauge->queue = malloc(sizeof *gauge->queue + capacity * sizeof(double));
  *gauge->queue = (struct tide_queue){.capacity = capacity, .mask = capacity - 1};
}

void gauge_put(struct gauge *gauge, const double *heights, int n) {
  struct tide_queue *queue = gauge->queue;
  while (n-- > 0) {
    uint64_t tail = queue->tail;
    while (tail - queue->head_seen >= queue->capacity)
      queue->head_seen = __atomic_load_n(&queue->head, __ATOMIC_ACQUIRE);
    queue->heights[tail & queue->mask] = heights[n];
    __atomic_store_n(&queue->tail, tail + 1, __ATOMIC_RELEASE);
  }
}

int tide_take(struct tide_queue *queue, double *heights, int n) {
  int i = 0;
  for (; i < n && __atomic_load_n(&queue->tail, __ATOMIC_ACQUIRE) != queue->head; i++) {
    heights[i] = queue->heights[queue->head & queue->mask];
    queue->taken++;
    __atomic_store_n(&queue->head, queue->head + 1, __ATOMIC_RELEASE);
  }
  return i;
}
