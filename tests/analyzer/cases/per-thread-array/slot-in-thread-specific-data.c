// A mapping that several processes share has a packed table of 24-byte reader slots; a reader of
// tide tables stores an edition in its slot whenever it begins and ends. It claims the slot by
// compare-and-swap once and keeps it in thread-specific data; macros name nested members.
// args: -std=gnu11
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
struct table {
  volatile uint64_t newest;
  char pad[56];
  struct slot slots[SLOTS]; /* expect: fsfind-per-thread-slots */
};
static struct table *table;
static pthread_key_t key;

int open_book(int file) {
  table = mmap(0, sizeof *table, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return pthread_key_create(&key, 0);
}

static struct slot *claim(void) {
  for (int i = 0; i < SLOTS; i++)
    if (__sync_bool_compare_and_swap(&table->slots[i].AT(process), 0, getpid())) {
      table->slots[i].AT(thread) = pthread_self();
      return &table->slots[i];
    }
  return 0;
}

void begin_trip(void) {
  struct slot *slot = pthread_getspecific(key);
  if (!slot)
    pthread_setspecific(key, slot = claim());
  do
    slot->AT(edition) = table->newest;
  while (slot->AT(edition) != table->newest);
}

uint64_t oldest_edition(void) {
  uint64_t oldest = table->newest;
  for (int i = 0; i < SLOTS; i++)
    if (table->slots[i].AT(process) && table->slots[i].AT(edition) < oldest)
      oldest = table->slots[i].AT(edition);
  return oldest;
}
