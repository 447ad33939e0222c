// Threads take envelopes from one list of spare ones, and put them back there.
// remedy: per-thread of spare_lock, spare
#define _XOPEN_SOURCE 600
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, ROUNDS = 3000 };

struct envelope {
  struct envelope *next;
  long stamp;
};

static _Alignas(64) pthread_spinlock_t spare_lock;
static _Alignas(64) struct envelope *spare;
#ifdef CURED
static _Thread_local struct envelope *own_spare;
#endif

static struct envelope *take(void) {
#ifdef CURED
  if (own_spare) {
    struct envelope *own = own_spare;
    own_spare = own->next;
    return own;
  }
#endif
  pthread_spin_lock(&spare_lock);
  struct envelope *first = spare;
  if (first)
    spare = first->next;
  pthread_spin_unlock(&spare_lock);
  if (first)
    return first;
  struct envelope *made = malloc(sizeof(struct envelope));
  return made;
}

static void give(struct envelope *back) {
#ifdef CURED
  back->next = own_spare;
  own_spare = back;
#else
  pthread_spin_lock(&spare_lock);
  back->next = spare;
  spare = back;
  pthread_spin_unlock(&spare_lock);
#endif
}

static void *stamp(void *sum) {
  for (int i = 0; i < ROUNDS; i++) {
    struct envelope *one = take();
    one->stamp = i;
    *(long *)sum += one->stamp;
    give(one);
  }
#ifdef CURED
  pthread_spin_lock(&spare_lock);
  while (own_spare) {
    struct envelope *one = own_spare;
    own_spare = one->next;
    one->next = spare;
    spare = one;
  }
  pthread_spin_unlock(&spare_lock);
#endif
  return NULL;
}

int main(void) {
  pthread_spin_init(&spare_lock, PTHREAD_PROCESS_PRIVATE);
  struct {
    _Alignas(64) long value;
  } sums[THREADS] = {{0}};
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, stamp, &sums[i].value);
  long all = 0;
  for (int i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
    all += sums[i].value;
  }
  printf("%ld\n", all);
  return 0;
}
