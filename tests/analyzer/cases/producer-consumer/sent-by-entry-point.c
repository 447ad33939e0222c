/* Each cook's queue of orders on the heap has the end where he takes, the end where waiters lay and a
   common length in one line. Twist: the type's name is that of the pointer; queues hang on records in a
   global vector, chosen by the number in a void pointer; the sender is an entry point of its own. */
// args: -std=gnu11
// also-true: fsfind-contended-atomic
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#define BUMP(word, by) __sync_fetch_and_add(&(word), (by))
#ifdef FIXED
#define GAP(name, used) char name[128 - (used)];
#else
#define GAP(name, used)
#endif

struct order {
  struct order *next;
};

typedef struct orders_struct {
  struct order *oldest; // expect: fsfind-adjacent-thread-fields
  long taken;           // expect: fsfind-adjacent-thread-fields
  GAP(gap0, 2 * sizeof(void *))
  struct order *newest; // expect: fsfind-adjacent-thread-fields
  pthread_mutex_t *laying;
  GAP(gap1, 2 * sizeof(void *))
  int length; // expect: fsfind-adjacent-thread-fields
} *orders_t;

static struct cook {
  orders_t orders;
} **cooks;

void prepare(struct order *order);

void send_order(int cook, struct order *order) {
  orders_t q = cooks[cook]->orders;
  pthread_mutex_lock(q->laying);
  q->newest = q->newest->next = order;
  BUMP(q->length, 1);
  pthread_mutex_unlock(q->laying);
}

static void *cook_orders(void *number) {
  struct cook *self = cooks[(intptr_t)number];
  for (orders_t q = self->orders;;)
    if (q->length > 0) {
      BUMP(q->length, -1);
      q->oldest = q->oldest->next;
      q->taken++;
      prepare(q->oldest);
    }
  return 0;
}

void open_kitchen(struct cook **all, intptr_t count) {
  pthread_t thread;
  cooks = all;
  for (intptr_t i = 0; i < count; i++)
    all[i]->orders = calloc(1, sizeof(struct orders_struct));
  for (intptr_t i = 1; i < count; i++)
    pthread_create(&thread, 0, cook_orders, (void *)i);
  cook_orders(0);
}
