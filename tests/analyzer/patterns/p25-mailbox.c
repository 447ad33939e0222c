/* suspect: threads, object */
/* P20: a mailbox of one thread that many put messages in: these exchange the one end, the owner stores the other, and puts a
   message of its own in when the box runs empty. */
#include <stdatomic.h>
#include <stddef.h>

struct message {
  _Atomic(struct message *) next;
};

struct mailbox {
#ifdef FIXED
  _Alignas(64) _Atomic(struct message *) back;
  _Alignas(64) struct message *front;
  _Alignas(64) struct message stub;
#else
  _Atomic(struct message *) back; /* expect: fsfind-adjacent-thread-fields */
  struct message *front;          /* expect: fsfind-adjacent-thread-fields */
  struct message stub;
#endif
};

void put(struct mailbox *box, struct message *one) {
  struct message *before;
  atomic_store_explicit(&one->next, NULL, memory_order_relaxed);
  before = atomic_exchange(&box->back, one);
  atomic_store_explicit(&before->next, one, memory_order_release);
}

struct message *take(struct mailbox *box) {
  struct message *one = box->front, *next = atomic_load(&one->next);
  if (next) {
    box->front = next;
    return one;
  }
  if (one != atomic_load(&box->back))
    return NULL;
  put(box, &box->stub);
  next = atomic_load(&one->next);
  if (!next)
    return NULL;
  box->front = next;
  return one;
}

/* One thread uses both ends of this one. */
struct list {
  struct message *back;
  struct message *front;
};

void append(struct list *all, struct message *one) { all->back = one; }
struct message *first(struct list *all) {
  struct message *one = all->front;
  all->front = atomic_load(&one->next);
  append(all, one);
  return one;
}
