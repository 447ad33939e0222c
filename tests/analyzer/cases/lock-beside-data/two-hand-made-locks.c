/* The record of a bee yard has a spin lock and a reader-writer lock next to each other and to what
   all keepers read on each visit: a directory and a limit. Twist: the locks are nested records
   written by hand, the second with another spin lock inside; nothing in sight starts threads. */
// args: -std=gnu11
/* suspect: threads, object */
// also-true: fsfind-contended-atomic
#ifdef FIXED
#define NEW_LINE __attribute__((aligned(64)))
#else
#define NEW_LINE
#endif
struct spin {
  volatile int taken;
};
struct shared_lock {
  volatile long count;
  struct spin queue_lock;
  struct shared_lock *queue;
};
struct hive {
  long from, to;
  struct hive *next;
};
struct yard {
  struct hive *first;
  void *directory;                     // expect: fsfind-adjacent-thread-fields
  long limit;                          // expect: fsfind-adjacent-thread-fields
  NEW_LINE struct spin counting;       // expect: fsfind-adjacent-thread-fields
  NEW_LINE struct shared_lock mapping; // expect: fsfind-adjacent-thread-fields
  NEW_LINE long frames;
};
void sleep_until_free(struct shared_lock *lock);
void enter_frame(void *directory, long place);
static void spin_enter(struct spin *lock) {
  while (__sync_lock_test_and_set(&lock->taken, 1))
    ;
}
static void spin_leave(struct spin *lock) { __sync_lock_release(&lock->taken); }
static void read_enter(struct shared_lock *lock) {
  if (__sync_add_and_fetch(&lock->count, 1) <= 0)
    sleep_until_free(lock);
}
static void read_leave(struct shared_lock *lock) { __sync_sub_and_fetch(&lock->count, 1); }
void visit(struct yard *yard, const long *places, int count) {
  for (int i = 0; i < count && places[i] <= yard->limit; i++) {
    read_enter(&yard->mapping);
    for (struct hive *hive = yard->first; hive; hive = hive->next)
      if (hive->from <= places[i] && places[i] < hive->to)
        enter_frame(yard->directory, places[i]);
    read_leave(&yard->mapping);
    spin_enter(&yard->counting);
    yard->frames++;
    spin_leave(&yard->counting);
  }
}
