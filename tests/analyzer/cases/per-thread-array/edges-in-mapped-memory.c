// Seed stores of several lines lie behind each other in mapped memory: the count at the end of one
// meets the mutex of the next. A getter tries the remembered store and returns one locked.
// as in: thestinger/allocator, https://github.com/thestinger/allocator/issues/10
// args: -std=gnu11
// suspect: threads
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>

#define STORES 16

struct packet {
  struct packet *next;
};
struct store {
#ifdef FIXED
  _Alignas(64)
#endif
      pthread_mutex_t lock; /* expect: fsfind-per-thread-slots */
  struct packet *kinds[30];
  struct packet spare[30];
  long free_packets;
};
static struct store *stores; /* expect: fsfind-per-thread-slots */
static pthread_mutex_t init_lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local struct {
  int store;
} cache = {-1};

static void init(void) {
  pthread_mutex_lock(&init_lock);
  if (!stores) {
    struct store *fresh = mmap(0, STORES * sizeof *stores, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < STORES; i++)
      pthread_mutex_init(&fresh[i].lock, 0);
    __atomic_store_n(&stores, fresh, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&init_lock);
}

static struct store *get_store(void) {
  if (__builtin_expect(!__atomic_load_n(&stores, __ATOMIC_ACQUIRE), 0))
    init();
  if (cache.store >= 0 && pthread_mutex_trylock(&stores[cache.store].lock) == 0)
    return &stores[cache.store];
  cache.store = sched_getcpu() % STORES;
  pthread_mutex_lock(&stores[cache.store].lock);
  return &stores[cache.store];
}

void give_packet(int kind, struct packet *packet) {
  struct store *store = get_store();
  packet->next = store->kinds[kind];
  store->kinds[kind] = packet;
  store->free_packets++;
  pthread_mutex_unlock(&store->lock);
}
