/* suspect: threads, object, data */
/* A barrier of the stages of a bakery: every thread counts down the arrivals beside the generation
   on which waiting threads spin. Twist: plain words changed by builtins, the spin in a helper that
   gets the word's address, arrival and wait with a state between them; nothing starts threads. */
// also-true: fsfind-contended-atomic
void wait_on_word(unsigned *word, unsigned value);
#ifdef FIXED
#define GROUP _Alignas(64)
#else
#define GROUP
#endif
struct barrier {
  GROUP unsigned total;
  unsigned generation;    /* expect: fsfind-adjacent-thread-fields */
  GROUP unsigned missing; /* expect: fsfind-adjacent-thread-fields */
};
struct shift {
  int stages;
  struct barrier ready;
};
struct baker {
  struct shift *shift;
  void (*stage)(int number);
};
static void spin_then_wait(unsigned *word, unsigned value) {
  for (int i = 0; i < 1000; i++)
    if (__atomic_load_n(word, __ATOMIC_ACQUIRE) != value)
      return;
  wait_on_word(word, value);
}

static unsigned arrive(struct barrier *one) {
  unsigned state = __atomic_load_n(&one->generation, __ATOMIC_RELAXED) & ~1u;
  return state | (__atomic_sub_fetch(&one->missing, 1, __ATOMIC_ACQ_REL) == 0);
}

static void leave(struct barrier *one, unsigned state) {
  if (state & 1) {
    __atomic_store_n(&one->missing, one->total, __ATOMIC_RELAXED);
    __atomic_store_n(&one->generation, (state & ~1u) + 2, __ATOMIC_RELEASE);
    return;
  }
  do
    spin_then_wait(&one->generation, state);
  while (__atomic_load_n(&one->generation, __ATOMIC_ACQUIRE) == state);
}

void *bake(void *argument) {
  struct baker *self = argument;
  for (int i = 0; i < self->shift->stages; i++) {
    self->stage(i);
    leave(&self->shift->ready, arrive(&self->shift->ready));
  }
  return 0;
}
