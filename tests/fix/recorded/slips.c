/* A dockyard whose slips are processes. Each counts in its own entry of a table behind a head,
 * whose size a function tells to mmap and munmap. */
// named: launched weight
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SLIPS = 3, HULLS = 120000 };

struct slip {
  volatile unsigned char busy;
  volatile unsigned launched;
  volatile unsigned long weight;
};

struct yard {
  int slips;
  int manned;
  struct slip slip[];
};

static size_t yard_size(int slips) {
  return sizeof(struct yard) + (size_t)slips * sizeof(struct slip);
}

static void build(struct yard *yard, unsigned hull) {
  struct slip *slip = &yard->slip[hull];
  __atomic_add_fetch(&yard->manned, 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&yard->manned, __ATOMIC_SEQ_CST) < yard->slips)
    ;
  for (int i = 0; i < HULLS; i++) {
    slip->busy = 1;
    hull = hull * 69069u + 1u;
    slip->weight += hull >> 20;
    slip->launched++;
    slip->busy = 0;
  }
}

int main(void) {
  struct yard *yard =
      mmap(NULL, yard_size(SLIPS), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (yard == MAP_FAILED)
    return 1;
  yard->slips = SLIPS;
  for (int i = 0; i < SLIPS; i++)
    if (fork() == 0) {
      build(yard, (unsigned)i);
      _exit(0);
    }
  while (wait(NULL) > 0) {
  }
  for (int i = 0; i < yard->slips; i++)
    printf("%u %lu\n", yard->slip[i].launched, yard->slip[i].weight);
  munmap(yard, yard_size(yard->slips));
}
