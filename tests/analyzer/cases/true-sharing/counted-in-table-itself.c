/* suspect: threads, object */
/* An index of herbarium sheets counts hashes, comparisons, hits and misses by atomic additions in
   its own record; all threads look up at once. Twist: in a helper two calls below the public
   function, by macros that vanish when mended; the lock is opaque and excludes no other reader. */
#include <stdatomic.h>

struct shared_lock;
void enter(struct shared_lock *lock, int writing);
void leave(struct shared_lock *lock);
#ifdef FIXED
#define COUNTER(name)
#define COUNT(word) ((void)0)
#else
#define COUNTER(name) _Atomic unsigned long name;
#define COUNT(word) atomic_fetch_add_explicit(&(word), 1, memory_order_relaxed)
#endif
struct sheet {
  struct sheet *next;
  const char *name;
};
struct table {
  struct sheet *chains[1024];
  unsigned long (*hash)(const char *name);
  int (*compare)(const char *one, const char *other);
  unsigned sheets;
  COUNTER(hashes)   /* expect: fsfind-contended-atomic | fsfind-adjacent-thread-fields */
  COUNTER(compared) /* expect: fsfind-contended-atomic | fsfind-adjacent-thread-fields */
  COUNTER(found)    /* expect: fsfind-contended-atomic | fsfind-adjacent-thread-fields */
};
struct herbarium {
  struct shared_lock *lock;
  struct table *table;
};
static struct sheet **place_of(struct table *table, const char *name) {
  struct sheet **at = &table->chains[table->hash(name) % 1024];
  COUNT(table->hashes);
  for (; *at && table->compare((*at)->name, name); at = &(*at)->next)
    COUNT(table->compared);
  return at;
}

static struct sheet *find(struct table *table, const char *name) {
  struct sheet *one = *place_of(table, name);
  if (one)
    COUNT(table->found);
  return one;
}

struct sheet *find_sheet(struct herbarium *all, const char *name) {
  enter(all->lock, 0);
  struct sheet *one = find(all->table, name);
  leave(all->lock);
  return one;
}

void add_sheet(struct herbarium *all, struct sheet *sheet) {
  enter(all->lock, 1);
  *place_of(all->table, sheet->name) = sheet;
  all->table->sheets++;
  leave(all->lock);
}
