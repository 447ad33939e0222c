/* args: -std=gnu11 -pthread */
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
struct searcher {
  _Alignas(64) pthread_t thread;
  uint64_t seed;
};
static struct table {
  void *memory;
  struct slot *slots;
  size_t count, megabytes, dirty;
} table;
static struct searcher searchers[16];
static struct slot *probe(uint64_t key) {
  return &table.slots[(size_t)(((unsigned __int128)key * table.count) >> 64)];
}
#ifdef FIXED
static void *clear_part(void *argument) {
  size_t part = table.count / 16;
  size_t n = (size_t)((struct searcher *)argument - searchers);
  memset(table.slots + n * part, 0, part * sizeof(struct slot));
  return 0;
}
#endif
static void clear_table(void) {
  if (!table.dirty)
    return;
#ifdef FIXED
  for (int n = 0; n < 16; n++)
    pthread_create(&searchers[n].thread, 0, clear_part, &searchers[n]);
  for (int n = 0; n < 16; n++)
    pthread_join(searchers[n].thread, 0);
#else
  memset(table.memory, 0, table.count * sizeof(struct slot)); /* expect: fsfind-serial-first-touch */
#endif
  table.dirty = 0;
}
static void make_table(void) {
  size_t bytes = table.megabytes << 20;
  table.memory = aligned_alloc(2u << 20, bytes);
  madvise(table.memory, bytes, MADV_HUGEPAGE);
  table.slots = table.memory;
  table.count = bytes / sizeof(struct slot);
  table.dirty = 1;
  clear_table();
}
static void deepen(struct searcher *self, int depth) {
  self->seed = self->seed * 6364136223846793005u + 1442695040888963407u;
  struct slot *slot = probe(self->seed); /* torn slots are recognised by their key */
  if (slot->key != self->seed)
    *slot = (struct slot){self->seed, (uint64_t)depth};
  if (depth > 0)
    deepen(self, depth - 1);
}
static void *push(void *argument) {
  for (long i = 0; i < 10000000; i++)
    deepen(argument, 20);
  return 0;
}
void solve(void) {
  make_table();
  for (int n = 0; n < 16; n++)
    pthread_create(&searchers[n].thread, 0, push, &searchers[n]);
  for (int n = 0; n < 16; n++)
    pthread_join(searchers[n].thread, 0);
}
