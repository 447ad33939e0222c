// A heap array has one queue of 144 bytes per tram line: the end of one meets the lock of the
// next. A thread gets its driver's address and finds its queue through a link.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct queue {
  pthread_mutex_t lock; /* expect: fsfind-per-thread-slots */
  long trams[12];
  unsigned first, last;
};
struct driver {
  struct queue *queue;
  long shifts; /* expect: fsfind-per-thread-slots */
};
#ifdef FIXED
#define LINES(type)                                                                                \
  static union {                                                                                   \
    struct type value;                                                                             \
    char bytes[(sizeof(struct type) + 63) / 64 * 64];                                              \
  } *type##s;
LINES(queue)
LINES(driver)
#define AT(array, i) (&array[i].value)
#define TAKE(size) ((void *)(((uintptr_t)malloc((size) + 63) + 63) & ~(uintptr_t)63))
#else
static struct queue *queues;   /* expect: fsfind-per-thread-slots */
static struct driver *drivers; /* expect: fsfind-per-thread-slots */
#define AT(array, i) (&array[i])
#define TAKE(size) malloc(size)
#endif

static void put(struct queue *queue, long tram) {
  pthread_mutex_lock(&queue->lock);
  queue->trams[queue->last++ % 12] = tram;
  pthread_mutex_unlock(&queue->lock);
}

static void *drive(void *argument) {
  struct driver *own = argument;
  for (;;) {
    pthread_mutex_lock(&own->queue->lock);
    const long tram = own->queue->trams[own->queue->first++ % 12];
    pthread_mutex_unlock(&own->queue->lock);
    own->shifts++;
    put(AT(queues, tram % 8), tram + 1);
  }
  return 0;
}

void open_depot(pthread_t *threads) {
  queues = TAKE(8 * sizeof *queues);
  drivers = TAKE(8 * sizeof *drivers);
  for (int i = 0; i < 8; i++) {
    pthread_mutex_init(&AT(queues, i)->lock, 0);
    *AT(drivers, i) = (struct driver){.queue = AT(queues, i)};
    pthread_create(&threads[i], 0, drive, AT(drivers, i));
  }
}
