// suspect: threads, object, data
// also-true: fsfind-contended-atomic
// Harvesters who run out of rows change the atomic number of those still searching, in one line
// with a flag and a pointer that all of them poll. The number is changed through a pointer kept in
// a local; a padded union separates the record from others, but not its members.
#include <atomic>
#include <cstdlib>
#include <cstring>

#define ALIGNED __attribute__((aligned(64)))
#define READ(v) (v)
#define WRITE(v, x) ((v) = (x))
#ifdef FIXED
#define APART ALIGNED
#else
#define APART
#endif
union ALIGNED Harvester {
  struct { std::atomic<int> rows; int picked; } h;
  char pad[64];
};

struct FieldBase {
  Harvester *harvesters;            // expect: fsfind-adjacent-thread-fields
  int count;                        // expect: fsfind-adjacent-thread-fields
  APART std::atomic<int> searching; // expect: fsfind-adjacent-thread-fields
  APART volatile int open;          // expect: fsfind-adjacent-thread-fields
};

union ALIGNED Field {
  FieldBase f;
  char pad[(sizeof(FieldBase) + 63) / 64 * 64];
};

static void searchFor(Field *field, int self, std::atomic<int> *searching) {
  while (READ(field->f.open)) {
    for (int i = 0; i < READ(field->f.count); ++i)
      if (field->f.harvesters[(self + i) % field->f.count].h.rows.fetch_sub(1) > 0)
        field->f.harvesters[self].h.picked++;
    if (searching->fetch_sub(1) == 1)
      WRITE(field->f.open, 0);
    searching->fetch_add(1);
  }
}

void harvest(Field *field, int self) {
  std::atomic<int> *searching = &field->f.searching;
  searchFor(field, self, searching);
}

Field *prepare(int n, Harvester *harvesters) {
  Field *field = static_cast<Field *>(aligned_alloc(64, sizeof(Field)));
  std::memset(static_cast<void *>(field), 0, sizeof(Field));
  field->f.harvesters = harvesters;
  WRITE(field->f.count, n);
  field->f.searching.store(n);
  WRITE(field->f.open, 1);
  return field;
}
