/* A harbour whose quays are processes. They count in memory that they share by a mapping. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SHIPS = 12000, PAGE = 4096 };

struct harbour {
  volatile long loaded;
  volatile long unloaded;
  volatile long waiting;
};

static void load(struct harbour *harbour) {
  for (int i = 0; i < SHIPS; i++)
    harbour->loaded++;
}

static void unload(struct harbour *harbour) {
  for (int i = 0; i < SHIPS; i++) {
    harbour->unloaded++;
    harbour->waiting += i & 1;
  }
}

int main(void) {
  struct harbour *harbour =
      mmap(NULL, sizeof *harbour, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (harbour == MAP_FAILED)
    return 1;
  mlock(harbour, PAGE);
  if (fork() == 0) {
    load(harbour);
    _exit(0);
  }
  if (fork() == 0) {
    unload(harbour);
    _exit(0);
  }
  while (wait(NULL) > 0) {
  }
  printf("%ld %ld %ld\n", harbour->loaded, harbour->unloaded, harbour->waiting);
  munmap(harbour, PAGE);
}
