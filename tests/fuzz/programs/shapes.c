/* Data and code of many kinds in few bytes, for seeds: each line is one more path of a reader. */
typedef unsigned long u64;
struct inner {
  char tag;
  u64 count;
};
union either {
  u64 whole;
  struct inner parts;
  _Atomic int atom;
};
struct node {
  struct node *next, **table;
  struct inner one, row[3][2];
  unsigned low : 3, high : 29;
  union {
    int anonymous;
    float real;
  };
  void (*call)(struct node *, int);
  const volatile u64 *seen;
  enum { red, green = 5 } colour;
  u64 tail[];
};
struct node *head;
static struct inner table[8];
_Thread_local u64 mine;
union either shared __attribute__((aligned(64)));
u64 matrix[4][5];

static inline __attribute__((always_inline)) u64 add(struct inner *to, u64 by) {
  u64 old = to->count;
  to->count += by;
  return old;
}

__attribute__((noinline)) u64 sum(struct node *from, unsigned n) {
  u64 total = 0;
  for (unsigned i = 0; i < n; ++i) {
    struct inner local = from->row[i % 3][i & 1];
    total += local.count + add(&from->one, i) + from->tail[i];
    __atomic_fetch_add(&shared.whole, total, __ATOMIC_RELAXED);
    table[i & 7].count |= from->high;
  }
  if (from->call)
    from->call(from, (int)n);
  return total;
}

static void visit(struct node *node, int depth) {
  for (; node; node = node->next)
    matrix[depth & 3][node->low % 5] = sum(node, (unsigned)depth) + mine++;
}

void _start(void) {
  visit(head, 3);
  if (head)
    head->call = visit;
  for (;;)
    ;
}
