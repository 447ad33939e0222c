/* A cook's order queue has in one line the end where he takes orders, the end where waiters add
   them, and the length. Twist: queues are reached through a global array, with the cook's number in
   a void pointer; nothing here calls the sender, and the typedef names a pointer to the queue. */
// args: -std=gnu11
/* suspect: threads, object */
// also-true: fsfind-contended-atomic
#include <pthread.h>
#include <stdint.h>

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
  struct order *head; // expect: fsfind-adjacent-thread-fields
  long taken;         // expect: fsfind-adjacent-thread-fields
  GAP(gap0, sizeof(void *) + sizeof(long))
  struct order *tail; // expect: fsfind-adjacent-thread-fields
  pthread_mutex_t *lock;
  GAP(gap1, 2 * sizeof(void *))
  int length; // expect: fsfind-adjacent-thread-fields
} *orders_t;
void prepare(struct order *order);
static struct cook {
  orders_t orders;
} **cooks;
void send_orders(int cook, struct order *orders, int count) {
  orders_t q = cooks[cook]->orders;
  for (int i = 0; i < count; i++) {
    pthread_mutex_lock(q->lock);
    q->tail = q->tail->next = &orders[i];
    pthread_mutex_unlock(q->lock);
    BUMP(q->length, 1);
  }
}

static void *cook_orders(void *number) {
  orders_t own = cooks[(intptr_t)number]->orders;
  for (;; own->taken++) {
    while (__atomic_load_n(&own->length, __ATOMIC_ACQUIRE) == 0)
      ;
    BUMP(own->length, -1);
    own->head = own->head->next;
    prepare(own->head);
  }
  return 0;
}

void open_kitchen(struct cook **all, intptr_t count) {
  pthread_t thread;
  cooks = all;
  for (intptr_t i = 1; i < count; i++)
    pthread_create(&thread, 0, cook_orders, (void *)i);
  cook_orders(0);
}
