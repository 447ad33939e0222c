// args: -std=gnu11 --target=powerpc64le-linux-gnu -ffreestanding
// suspect: threads
// Logs of choir members' practice are padded to the target's lines of 128 bytes, but are cut out of
// a block from malloc, so the end of one and the beginning of the next meet in a line. A thread
// draws its log with a count and keeps it in a thread-local pointer.
typedef unsigned long size_t;
void *malloc(size_t size);
int posix_memalign(void **memory, size_t align, size_t size);
#define LINE 128
#ifdef FIXED
#define ON_LINE __attribute__((aligned(LINE)))
#else
#define ON_LINE
#endif
struct practice {
  unsigned long songs ON_LINE; // expect: fsfind-ineffective-padding | fsfind-per-thread-slots
  unsigned long minutes;
  unsigned long bars[8];
  unsigned long now;
#ifndef FIXED
  char pad[LINE - 11 * sizeof(unsigned long)];
#endif
};

static struct practice *practices; // expect: fsfind-ineffective-padding | fsfind-per-thread-slots
static unsigned members;
static _Thread_local struct practice *own;
int practice_open(unsigned n) {
#ifdef FIXED
  void *memory;
  if (posix_memalign(&memory, LINE, n * sizeof(struct practice)))
    return -1;
  practices = memory;
#else
  practices = malloc(n * sizeof(struct practice));
#endif
  return practices ? 0 : -1;
}

void member_join(void) { own = &practices[__atomic_fetch_add(&members, 1, __ATOMIC_RELAXED)]; }

void song_sung(const unsigned char *voices, unsigned n) {
  for (unsigned i = 0; i < n; i++) {
    own->bars[voices[i] & 7]++;
    own->minutes += voices[i] > 100;
    __atomic_store_n(&own->now, i, __ATOMIC_RELEASE);
  }
  __atomic_fetch_add(&own->songs, 1, __ATOMIC_RELAXED);
}

unsigned long songs_sung(void) {
  unsigned long sum = 0;
  for (unsigned i = 0; i < __atomic_load_n(&members, __ATOMIC_RELAXED); i++)
    sum += __atomic_load_n(&practices[i].songs, __ATOMIC_RELAXED);
  return sum;
}
