/* args: -std=gnu11 -pthread */
/* suspect: run */
/* The table of a puzzle solver, gigabytes of fresh memory, is cleared by one memset on one thread;
   search threads then use all of it. The pointer is in two members of a global record. */
/* as in: Weiss, https://github.com/TerjeKir/weiss/pull/291 */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
struct slot {
  uint64_t key, pushes;
};
static struct table {
  void *memory;
  struct slot *slots;
  size_t count, dirty;
} table;
static pthread_t threads[16];
#ifdef FIXED
static void *clear_part(void *number) {
  size_t part = table.count / 16;
  memset(table.slots + (size_t)number * part, 0, part * sizeof(struct slot));
  return 0;
}
#endif
static void clear_table(void) {
  if (!table.dirty)
    return;
#ifdef FIXED
  for (size_t n = 0; n < 16; n++)
    pthread_create(&threads[n], 0, clear_part, (void *)n);
  for (int n = 0; n < 16; n++)
    pthread_join(threads[n], 0);
#else
  memset(table.memory, 0, table.count * sizeof(struct slot)); // expect: fsfind-serial-first-touch
#endif
  table.dirty = 0;
}
static void *push(void *number) {
  for (uint64_t seed = (size_t)number, i = 0; i < 10000000; i++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    struct slot *slot = &table.slots[(size_t)(((unsigned __int128)seed * table.count) >> 64)];
    if (slot->key != seed) /* torn slots are recognised by their key */
      *slot = (struct slot){seed, i};
  }
  return 0;
}
void solve(size_t bytes) {
  table.count = bytes / sizeof(struct slot);
  table.dirty = 1;
  table.memory = aligned_alloc(2u << 20, bytes);
  table.slots = table.memory;
  madvise(table.memory, bytes, MADV_HUGEPAGE);
  clear_table();
  for (size_t n = 0; n < 16; n++)
    pthread_create(&threads[n], 0, push, (void *)n);
  for (int n = 0; n < 16; n++)
    pthread_join(threads[n], 0);
  free(table.memory);
}
