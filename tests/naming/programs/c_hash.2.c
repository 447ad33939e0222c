#include "tests/naming/programs/c_hash.h"
#include "tests/naming/programs/support.h"

#include <stdatomic.h>
#include <stdlib.h>

struct entry {
  struct entry *next;
  unsigned key;
  unsigned long value;
};

struct bucket {
  _Atomic int lock;
  unsigned lookups;
  struct entry *first;
};

struct table {
  unsigned mask;
  struct bucket *buckets;
  _Atomic long entries;
};

struct table *table_create(unsigned buckets) {
  struct table *table = malloc(sizeof *table);
  table->mask = buckets - 1;
  table->buckets = calloc(buckets, sizeof *table->buckets);
  atomic_init(&table->entries, 0);
  return table;
}

static struct bucket *lock_bucket(struct table *table, unsigned key) {
  struct bucket *bucket = &table->buckets[key & table->mask];
  int expected = 0;
  while (!atomic_compare_exchange_weak(&bucket->lock, &expected, 1))
    expected = 0;
  return bucket;
}

static struct entry *find(struct table *table, struct bucket *bucket, unsigned key) {
  struct entry *entry = bucket->first;
  while (entry && entry->key != key)
    entry = entry->next;
  if (!entry) {
    entry = malloc(sizeof *entry);
    *entry = (struct entry){bucket->first, key, 0};
    bucket->first = entry;
    atomic_fetch_add(&table->entries, 1);
  }
  return entry;
}

void table_increment(struct table *table, unsigned key) {
  struct bucket *bucket = lock_bucket(table, key);
  bucket->lookups++;
  find(table, bucket, key)->value++;
  atomic_store(&bucket->lock, 0);
}

static void tell_entry(const struct entry *entry) {
  TELL_MEMBER("heap", "", -1, "struct entry", *entry, next);
  TELL_MEMBER("heap", "", -1, "struct entry", *entry, key);
  TELL_MEMBER("heap", "", -1, "struct entry", *entry, value);
}

void table_tell(const struct table *table) {
  TELL_MEMBER("heap", "", -1, "struct table", *table, mask);
  TELL_MEMBER("heap", "", -1, "struct table", *table, buckets);
  TELL_MEMBER("heap", "", -1, "struct table", *table, entries);
  for (unsigned i = 0; i <= table->mask; ++i) {
    const struct bucket *bucket = &table->buckets[i];
    TELL_MEMBER("heap", "", i, "struct bucket", *bucket, lock);
    TELL_MEMBER("heap", "", i, "struct bucket", *bucket, lookups);
    TELL_MEMBER("heap", "", i, "struct bucket", *bucket, first);
    for (const struct entry *entry = bucket->first; entry; entry = entry->next)
      tell_entry(entry);
  }
}
