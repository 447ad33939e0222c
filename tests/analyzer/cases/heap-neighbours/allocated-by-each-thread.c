/* Each picker of an orchard allocates a record of three stacks, 72 bytes, when its thread starts;
   all start at once, so records meet in lines. Twist: one place allocates, in many threads; a
   thread-local pointer leads to the record, and the work is a global function pointer. */
// known-miss: one allocation in the source, run once by each thread: neighbours only in time
// args: -std=gnu11
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct stack {
  long *begin, *end, *top; // expect: fsfind-adjacent-thread-fields | fsfind-per-thread-slots
};
typedef struct picker {
  struct stack empty, ripe, late;
} *picker_t;
static _Thread_local picker_t self;
static pthread_barrier_t before, after;
static void (*work)(long row);
static void *taken_for(size_t size) {
#ifdef FIXED
  return aligned_alloc(128, (size + 127) & ~(size_t)127);
#else
  return malloc(size);
#endif
}

static void make(struct stack *one) {
  one->begin = one->top = malloc(4096 * sizeof(long));
  one->end = one->begin + 4096;
}

static void *pick(void *number) {
  self = taken_for(sizeof *self); // expect: fsfind-adjacent-thread-fields | fsfind-per-thread-slots
  make(&self->empty);
  make(&self->ripe);
  make(&self->late);
  for (;;) {
    pthread_barrier_wait(&before);
    work((long)(intptr_t)number);
    pthread_barrier_wait(&after);
  }
  return 0;
}

static void pick_row(long row) {
  for (long tree = 0; tree < 10000; tree++) {
    struct stack *to = tree % 3 ? &self->ripe : &self->late;
    *to->top++ = row + tree;
    to->top = to->top == to->end ? to->begin : to->top;
  }
}

void open_orchard(unsigned pickers) {
  pthread_t thread;
  work = pick_row;
  pthread_barrier_init(&before, 0, pickers);
  pthread_barrier_init(&after, 0, pickers);
  for (unsigned i = 0; i < pickers; i++)
    pthread_create(&thread, 0, pick, (void *)(intptr_t)i);
}
