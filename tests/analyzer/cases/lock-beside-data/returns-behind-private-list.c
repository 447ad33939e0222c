/* Each bakery van has a heap record with a list of trays that it uses without a lock; behind it are
   a mutex and a list on which others return trays. Twist: the owner reaches its record through a
   thread-local pointer, others through a pointer in the tray; one function has both paths. */
// known-miss: only comparing the record's pointer with the thread's own tells that others write it
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#ifdef FIXED
#define RETURNED _Alignas(64)
#else
#define RETURNED
#endif
struct tray {
  struct tray *next;
  struct van *owner;
};
struct van {
  struct tray *own; /* expect: fsfind-adjacent-thread-fields */
  unsigned count;   /* expect: fsfind-adjacent-thread-fields */
  struct {
    RETURNED pthread_mutex_t mutex; /* expect: fsfind-adjacent-thread-fields */
    struct tray *first;
  } returned;
};
static _Thread_local struct van *this_van;
void equip_van(void) {
  this_van = aligned_alloc(_Alignof(struct van), sizeof *this_van);
  memset(this_van, 0, sizeof *this_van);
  pthread_mutex_init(&this_van->returned.mutex, 0);
}

void give_back(struct tray *one) {
  struct van *van = one->owner;
  if (van == this_van) {
    one->next = van->own;
    van->own = one;
    van->count++;
    return;
  }
  pthread_mutex_lock(&van->returned.mutex);
  one->next = van->returned.first;
  van->returned.first = one;
  pthread_mutex_unlock(&van->returned.mutex);
}

struct tray *take_tray(void) {
  struct tray *one = this_van->own;
  if (one) {
    this_van->own = one->next;
    this_van->count--;
    return one;
  }
  pthread_mutex_lock(&this_van->returned.mutex);
  this_van->own = this_van->returned.first;
  this_van->returned.first = 0;
  pthread_mutex_unlock(&this_van->returned.mutex);
  return 0;
}
