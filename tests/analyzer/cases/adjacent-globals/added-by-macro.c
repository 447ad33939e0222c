/* Totals that all readers of weather buoys add to for each telegram lie beside field numbers that
   are set once and read for each telegram. Twist: macros with the old builtins add, and one of them
   chooses the variable; external and file-static globals mix. */
// args: -std=gnu11
// also-true: fsfind-contended-atomic
#include <pthread.h>
#include <stdint.h>

struct telegram {
  unsigned length;
  int urgent;
};
int receive(long antenna, struct telegram *one);
int field_number(const char *name);
int decode(const struct telegram *one, int station, int depth);
int open_table(void (*opened)(int tables));
#define ADD(counter, by) __sync_fetch_and_add(&(counter), (by))
#define ADD_BY_KIND(one, by) ((one)->urgent ? ADD(TOTAL(urgent), by) : ADD(TOTAL(routine), by))
int station_field, depth_field;
#ifdef FIXED
static struct {
  _Alignas(64) uint64_t routine;
  _Alignas(64) uint64_t urgent;
  _Alignas(64) uint64_t bytes;
} totals;
#define TOTAL(name) totals.name
#else
uint64_t routine;      // expect: fsfind-adjacent-globals
uint64_t urgent;       // expect: fsfind-adjacent-globals
static uint64_t bytes; // expect: fsfind-adjacent-globals
#define TOTAL(name) name
#endif
static int tables;
static void account(const struct telegram *one) {
  ADD_BY_KIND(one, 1);
  ADD(TOTAL(bytes), one->length);
}

static void *listen(void *number) {
  for (struct telegram one; receive((long)number, &one);)
    if (decode(&one, station_field, depth_field) < tables)
      account(&one);
  return 0;
}

static void opened(int count) { tables = count; }
void start(int antennas) {
  pthread_t thread;
  station_field = field_number("station");
  depth_field = field_number("depth");
  open_table(opened);
  for (long i = 0; i < antennas; i++)
    pthread_create(&thread, 0, listen, (void *)i);
}
