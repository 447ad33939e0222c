// args: -std=gnu11 -D_GNU_SOURCE
// also-true: fsfind-adjacent-thread-fields, fsfind-contended-atomic
// Bird sightings are counted by CPU in records with the alignment of a line, which calloc does not
// keep. The index is the CPU's number, or a hash if that fails, masked; the pointer is a member of
// a heap object beside shared sums that stay as they are.
// as in: eBPF for Windows, https://github.com/microsoft/ebpf-for-windows/issues/458
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#define ADD(at, n) __atomic_fetch_add((at), (n), __ATOMIC_RELAXED)
struct sightings {
  unsigned long rare, common;
} __attribute__((aligned(64)));

struct meadow {
  struct sightings *by_cpu;
  unsigned long mask, rare, common;
};
#ifdef FIXED
static void *cleared_lines(size_t n, size_t size) {
  void *memory = NULL;
  return posix_memalign(&memory, 64, n * size) ? NULL : memset(memory, 0, n * size);
}
#endif
struct meadow *meadow_new(unsigned long cpus) {
  struct meadow *made = calloc(1, sizeof *made);
  unsigned long n = 1;
  while (n < cpus)
    n *= 2;
  made->mask = n - 1;
#ifdef FIXED
  made->by_cpu = cleared_lines(n, sizeof(struct sightings));
#else
  made->by_cpu = calloc(n, sizeof(struct sightings)); // expect: fsfind-ineffective-padding
#endif
  return made;
}

static unsigned long place(const struct meadow *meadow) {
  int cpu = sched_getcpu();
  if (cpu < 0)
    return ((unsigned long)pthread_self() >> 12) & meadow->mask;
  return (unsigned long)cpu & meadow->mask;
}

void bird_seen(struct meadow *meadow, int rare) {
  struct sightings *own = &meadow->by_cpu[place(meadow)];
  if (rare) {
    if ((ADD(&own->rare, 1) & 1023) == 1023)
      ADD(&meadow->rare, 1024);
  } else if ((ADD(&own->common, 1) & 1023) == 1023)
    ADD(&meadow->common, 1024);
}
