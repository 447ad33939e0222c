#include "tests/naming/programs/support.h"

#include <stdio.h>
#include <stdlib.h>

static const void *last_at;
static size_t last_size;
static const char *last_kind, *last_name;
static long last_index;

static FILE *truth(void) {
  static FILE *file;
  const char *path = getenv("FSFIND_TRUTH");
  if (!file && path) {
    file = fopen(path, "w");
    if (file)
      setvbuf(file, NULL, _IOLBF, BUFSIZ);
  }
  return file;
}

static void write_line(const char *rank, const char *type, const char *path) {
  if (truth())
    fprintf(truth(), "TRUTH\t%p\t%zu\t%s\t%s\t%s\t%s\t%ld\t%s\n", last_at, last_size, type, path,
            last_kind, last_name, last_index, rank);
}

void tell(const char *kind, const char *name, long index, const char *type, const char *path,
          const volatile void *at, size_t size) {
  last_at = (const void *)at;
  last_size = size;
  last_kind = kind;
  last_name = name;
  last_index = index;
  write_line("right", type, path);
}

void tellAlso(const char *type, const char *path) {
  write_line("right", type, path);
}

void tellPart(const char *type, const char *path) {
  write_line("part", type, path);
}

unsigned work(unsigned seed) {
  for (int step = 0; step < 3; ++step)
    seed = seed * 1664525u + 1013904223u;
  __asm__ volatile("" : "+r"(seed) : : "memory");
  return seed;
}
