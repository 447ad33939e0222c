// Processes share a mapping with a packed table of 24-byte reader slots. A reader of tide tables
// claims one, keeps it in thread-specific data, and stores an edition in it for every trip.
// args: -std=gnu11
// suspect: threads
#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#define SLOTS 126
struct reading {
  volatile uint64_t edition; /* expect: fsfind-per-thread-slots */
  volatile pid_t process;
  volatile pthread_t thread;
};
struct slot {
#ifdef FIXED
  union {
    struct reading reading;
    char line[(sizeof(struct reading) + 63) / 64 * 64];
  } u;
#define AT(member) u.reading.member
#else
  struct reading reading;
#define AT(member) reading.member
#endif
};
static struct {
  volatile uint64_t newest;
  _Alignas(64) struct slot slots[SLOTS]; /* expect: fsfind-per-thread-slots */
} *table;
static pthread_key_t key;

void open_book(int file) {
  table = mmap(0, sizeof *table, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  pthread_key_create(&key, 0);
}

static struct slot *claim(void) {
  int i = 0;
  while (!__sync_bool_compare_and_swap(&table->slots[i].AT(process), 0, getpid()))
    i = (i + 1) % SLOTS;
  table->slots[i].AT(thread) = pthread_self();
  return &table->slots[i];
}

void begin_trip(void) {
  struct slot *slot = pthread_getspecific(key);
  if (!slot)
    pthread_setspecific(key, slot = claim());
  do
    slot->AT(edition) = table->newest;
  while (slot->AT(edition) != table->newest);
}

uint64_t oldest_edition(uint64_t oldest) {
  for (int i = 0; i < SLOTS; i++)
    if (table->slots[i].AT(edition) < oldest)
      oldest = table->slots[i].AT(edition);
  return oldest;
}
