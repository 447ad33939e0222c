// project: mimalloc (src/segment.c)
// reference: reduced from memory; the released globals are declared with mi_decl_cache_align
// kind: adjacent-globals
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: the list of abandoned segments, the list of those visited, the number of threads reading and the count are four
//        globals that follow each other, and terminating and reclaiming threads change them at the same time.
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MI_CACHE_LINE 64
#ifdef FIXED
#define mi_decl_cache_align __attribute__((aligned(MI_CACHE_LINE)))
#else
#define mi_decl_cache_align
#endif
#define MI_SEGMENT_SIZE ((uintptr_t)1 << 22)
#define MI_TAGGED_MASK (MI_SEGMENT_SIZE - 1)

#define mi_atomic(name) atomic_##name
#define mi_memory_order(name) memory_order_##name
#define mi_atomic_load_relaxed(p) mi_atomic(load_explicit)(p, mi_memory_order(relaxed))
#define mi_atomic_load_acquire(p) mi_atomic(load_explicit)(p, mi_memory_order(acquire))
#define mi_atomic_store_release(p, x) mi_atomic(store_explicit)(p, x, mi_memory_order(release))
#define mi_atomic_cas_weak_release(p, exp, des) \
  mi_atomic(compare_exchange_weak_explicit)(p, exp, des, mi_memory_order(release), mi_memory_order(relaxed))
#define mi_atomic_exchange_acq_rel(p, x) mi_atomic(exchange_explicit)(p, x, mi_memory_order(acq_rel))
#define mi_atomic_increment_relaxed(p) mi_atomic(fetch_add_explicit)(p, (uintptr_t)1, mi_memory_order(relaxed))
#define mi_atomic_decrement_relaxed(p) mi_atomic(fetch_sub_explicit)(p, (uintptr_t)1, mi_memory_order(relaxed))

typedef struct mi_segment_s {
  _Atomic(struct mi_segment_s*) abandoned_next;
  size_t abandoned;
  size_t abandoned_visits;
  size_t used;
  size_t capacity;
  _Atomic(uintptr_t) thread_id;
  bool allow_decommit;
} mi_segment_t;

typedef uintptr_t mi_tagged_segment_t;

static mi_segment_t* mi_tagged_segment_ptr(mi_tagged_segment_t ts) { return (mi_segment_t*)(ts & ~MI_TAGGED_MASK); }

static mi_tagged_segment_t mi_tagged_segment(mi_segment_t* segment, mi_tagged_segment_t ts) {
  uintptr_t tag = ((ts & MI_TAGGED_MASK) + 1) & MI_TAGGED_MASK;
  return ((uintptr_t)segment | tag);
}

static mi_decl_cache_align _Atomic(mi_segment_t*)       abandoned_visited; // expect: fsfind-adjacent-globals
static mi_decl_cache_align _Atomic(mi_tagged_segment_t) abandoned;         // expect: fsfind-adjacent-globals
static mi_decl_cache_align _Atomic(uintptr_t)           abandoned_count;   // expect: fsfind-adjacent-globals
static mi_decl_cache_align _Atomic(uintptr_t)           abandoned_readers; // expect: fsfind-adjacent-globals

void mi_segment_os_free(mi_segment_t* segment);
bool mi_segment_check_free(mi_segment_t* segment, size_t block_size);
long mi_option_max_segment_reclaim(void);

static void mi_abandoned_visited_push(mi_segment_t* segment) {
  mi_segment_t* anext = mi_atomic_load_relaxed(&abandoned_visited);
  do {
    mi_atomic_store_release(&segment->abandoned_next, anext);
  } while (!mi_atomic_cas_weak_release(&abandoned_visited, &anext, segment));
}

static bool mi_abandoned_visited_revisit(void) {
  if (mi_atomic_load_relaxed(&abandoned_visited) == NULL) return false;
  mi_segment_t* first = mi_atomic_exchange_acq_rel(&abandoned_visited, NULL);
  if (first == NULL) return false;
  mi_tagged_segment_t ts = mi_atomic_load_relaxed(&abandoned);
  mi_segment_t* last = first;
  mi_segment_t* next;
  while ((next = mi_atomic_load_relaxed(&last->abandoned_next)) != NULL) last = next;
  mi_tagged_segment_t afirst;
  do {
    mi_atomic_store_release(&last->abandoned_next, mi_tagged_segment_ptr(ts));
    afirst = mi_tagged_segment(first, ts);
  } while (!mi_atomic_cas_weak_release(&abandoned, &ts, afirst));
  return true;
}

static void mi_abandoned_push(mi_segment_t* segment) {
  mi_tagged_segment_t next;
  mi_tagged_segment_t ts = mi_atomic_load_relaxed(&abandoned);
  do {
    mi_atomic_store_release(&segment->abandoned_next, mi_tagged_segment_ptr(ts));
    next = mi_tagged_segment(segment, ts);
  } while (!mi_atomic_cas_weak_release(&abandoned, &ts, next));
  mi_atomic_increment_relaxed(&abandoned_count);
}

static mi_segment_t* mi_abandoned_pop(void) {
  mi_tagged_segment_t ts = mi_atomic_load_relaxed(&abandoned);
  if (mi_tagged_segment_ptr(ts) == NULL && !mi_abandoned_visited_revisit()) return NULL;

  mi_atomic_increment_relaxed(&abandoned_readers);
  mi_segment_t* segment;
  mi_tagged_segment_t next = 0;
  ts = mi_atomic_load_acquire(&abandoned);
  do {
    segment = mi_tagged_segment_ptr(ts);
    if (segment != NULL) next = mi_tagged_segment(mi_atomic_load_relaxed(&segment->abandoned_next), ts);
  } while (segment != NULL && !mi_atomic_cas_weak_release(&abandoned, &ts, next));
  mi_atomic_decrement_relaxed(&abandoned_readers);
  if (segment != NULL) {
    mi_atomic_store_release(&segment->abandoned_next, NULL);
    mi_atomic_decrement_relaxed(&abandoned_count);
  }
  return segment;
}

void mi_abandoned_await_readers(void) {
  while (mi_atomic_load_acquire(&abandoned_readers) != 0) {
  }
}

void mi_segment_abandon(mi_segment_t* segment) {
  mi_atomic_store_release(&segment->thread_id, 0);
  segment->abandoned_visits = 1;
  mi_abandoned_push(segment);
}

mi_segment_t* mi_segment_try_reclaim(size_t block_size, uintptr_t tid) {
  mi_segment_t* segment;
  long max_tries = mi_option_max_segment_reclaim();
  while (max_tries-- > 0 && (segment = mi_abandoned_pop()) != NULL) {
    segment->abandoned_visits++;
    if (segment->used == 0) {
      mi_segment_os_free(segment);
    } else if (mi_segment_check_free(segment, block_size)) {
      mi_atomic_store_release(&segment->thread_id, tid);
      return segment;
    } else {
      mi_abandoned_visited_push(segment);
    }
  }
  return NULL;
}
