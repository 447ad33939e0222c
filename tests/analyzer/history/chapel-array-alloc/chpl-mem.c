#include "chpl-mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int memTrack;
static size_t totalAllocated;

void* dl_chunk(size_t size);
void dl_release(void* ptr);

void* chpl_malloc(size_t size) { return dl_chunk(size); }

void* chpl_calloc(size_t n, size_t size) {
  void* p = dl_chunk(n * size);
  if (p) memset(p, 0, n * size); /* expect: fsfind-serial-first-touch */
  return p;
}

void chpl_free(void* ptr) { dl_release(ptr); }

static void chpl_track_malloc(void* p, size_t number, size_t size, int32_t lineno) {
  if (p == NULL) {
    fprintf(stderr, "%d: out of memory\n", lineno);
    exit(1);
  }
  if (memTrack) totalAllocated += number * size;
}

void* chpl_mem_allocMany(size_t number, size_t size, chpl_mem_descInt_t description, int32_t lineno, int32_t filename) {
  void* memAlloc;

  if (number == 0 || size == 0) return NULL;
  memAlloc = chpl_malloc(number * size);
  chpl_track_malloc(memAlloc, number, size, lineno);
  return memAlloc;
}

void* chpl_mem_allocManyZero(size_t number, size_t size, chpl_mem_descInt_t description, int32_t lineno, int32_t filename) {
  void* memAlloc;

  if (number == 0 || size == 0) return NULL;
  memAlloc = chpl_calloc(number, size);
  chpl_track_malloc(memAlloc, number, size, lineno);
  return memAlloc;
}

void chpl_mem_free(void* ptr) { chpl_free(ptr); }
