// suspect: threads
// also-true: fsfind-contended-atomic
// Atomic counters of a tram depot, records of one word changed by helpers that get their address,
// lie in one line and are changed by controllers on all CPUs. The alignment of the whole object
// does not separate its members.
// as in: Linux with the -ck patches, https://github.com/ckolivas/linux/pull/1
typedef struct {
  int count;
} depot_atomic;
#define MULTI_CONTROLLER 1
#if MULTI_CONTROLLER
#define ON_LINE __attribute__((aligned(64)))
#else
#define ON_LINE
#endif
#ifdef FIXED
#define EACH ON_LINE
#else
#define EACH
#endif
static struct {
  depot_atomic rolling EACH;    // expect: fsfind-adjacent-thread-fields
  depot_atomic stranded EACH;   // expect: fsfind-adjacent-thread-fields
  depot_atomic departures EACH; // expect: fsfind-adjacent-thread-fields
  depot_atomic waiting EACH;    // expect: fsfind-adjacent-thread-fields
  unsigned long free_tracks[2] EACH;
} ON_LINE depot;

static inline void up(depot_atomic *a) { __atomic_fetch_add(&a->count, 1, __ATOMIC_SEQ_CST); }
static inline void down(depot_atomic *a) { __atomic_fetch_sub(&a->count, 1, __ATOMIC_SEQ_CST); }
static inline int now(depot_atomic *a) { return __atomic_load_n(&a->count, __ATOMIC_RELAXED); }
static inline void mark(unsigned long *words, int bit) {
  __atomic_fetch_or(&words[bit / 64], 1ul << (bit % 64), __ATOMIC_RELAXED);
}
static inline void unmark(unsigned long *words, int bit) {
  __atomic_fetch_and(&words[bit / 64], ~(1ul << (bit % 64)), __ATOMIC_RELAXED);
}

void tram_queued(void) { up(&depot.waiting); }
void tram_leaves(int track) {
  down(&depot.waiting);
  up(&depot.departures);
  up(&depot.rolling);
  mark(depot.free_tracks, track);
}
void tram_returns(int track) {
  down(&depot.rolling);
  unmark(depot.free_tracks, track);
}
void tram_breaks_down(void) { up(&depot.stranded); }
void tram_repaired(void) { down(&depot.stranded); }
int trams_rolling(void) { return now(&depot.rolling); }
int trams_stranded(void) { return now(&depot.stranded); }
