// project: gVisor (pkg/sentry/platform/systrap, context_queue)
// reference: https://github.com/google/gvisor/pull/13682 (read)
// kind: producer-consumer
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: in the queue between the sentry and its stub threads, words that only the sentry writes lie between words that the stub
//        threads write at every context switch. Mended by groups by writer, apart; both sides are C here.
#include <stdint.h>
#include <time.h>

#define MAX_CONTEXT_QUEUE_ENTRIES 4096
#define CONTEXT_QUEUE_INVALID 0
#define INVALID_CONTEXT_ID 0xfefefefeu
#define SPIN_LIMIT 10000

struct thread_context;

struct context_queue {
#ifdef FIXED
  /* sentry */
  _Alignas(64) uint32_t end;
  uint32_t fast_path_disabled;
  /* stubs */
  _Alignas(64) uint32_t start;
  uint32_t num_active_threads;
  /* both */
  _Alignas(64) uint32_t num_threads_to_wakeup;
  _Alignas(64) uint64_t ringbuffer[MAX_CONTEXT_QUEUE_ENTRIES];
#else
  uint32_t start;                 /* expect: fsfind-adjacent-thread-fields */
  uint32_t end;                   /* expect: fsfind-adjacent-thread-fields */
  uint32_t num_active_threads;    /* expect: fsfind-adjacent-thread-fields */
  uint32_t num_threads_to_wakeup; /* expect: fsfind-adjacent-thread-fields */
  uint32_t fast_path_disabled;    /* expect: fsfind-adjacent-thread-fields */
  uint64_t ringbuffer[MAX_CONTEXT_QUEUE_ENTRIES];
#endif
};

#define atomic_load(p) __atomic_load_n(p, __ATOMIC_ACQUIRE)
#define atomic_store(p, v) __atomic_store_n(p, v, __ATOMIC_RELEASE)
#define atomic_add(p, v) __atomic_add_fetch(p, v, __ATOMIC_SEQ_CST)
#define atomic_sub(p, v) __atomic_sub_fetch(p, v, __ATOMIC_SEQ_CST)
#define atomic_compare_exchange(p, o, n) \
  __atomic_compare_exchange_n(p, o, n, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)

extern struct context_queue *__export_context_queue_addr;
long sys_futex(uint32_t *addr, int op, int n, struct timespec *timeout);
struct thread_context *thread_context_addr(uint32_t id);
static inline void spinloop(void) { __asm__ volatile("" ::: "memory"); }

/* stub side; in every thread of the address space */
static uint32_t context_queue_pop(struct context_queue *queue) {
  uint32_t idx = atomic_load(&queue->start);
  for (;;) {
    if (idx == atomic_load(&queue->end)) return INVALID_CONTEXT_ID;
    uint64_t entry = atomic_load(&queue->ringbuffer[idx % MAX_CONTEXT_QUEUE_ENTRIES]);
    if ((uint32_t)(entry >> 32) != idx || (uint32_t)entry == CONTEXT_QUEUE_INVALID) return INVALID_CONTEXT_ID;
    if (atomic_compare_exchange(&queue->start, &idx, idx + 1)) return (uint32_t)entry;
  }
}

static int try_to_dec_threads_to_wakeup(struct context_queue *queue) {
  uint32_t n = atomic_load(&queue->num_threads_to_wakeup);
  while (n) {
    if (atomic_compare_exchange(&queue->num_threads_to_wakeup, &n, n - 1)) return 1;
  }
  return 0;
}

struct thread_context *get_context(void) {
  struct context_queue *queue = __export_context_queue_addr;

  for (;;) {
    /* the fast path: spin, in the hope of more work */
    atomic_add(&queue->num_active_threads, 1);
    for (int spins = 0; spins < SPIN_LIMIT && !atomic_load(&queue->fast_path_disabled); spins++) {
      uint32_t id = context_queue_pop(queue);
      if (id != INVALID_CONTEXT_ID) return thread_context_addr(id);
      spinloop();
    }
    atomic_sub(&queue->num_active_threads, 1);

    while (!try_to_dec_threads_to_wakeup(queue)) {
      sys_futex(&queue->num_threads_to_wakeup, 0, 0, 0);
    }
  }
}

/* sentry side */
void context_queue_add(struct context_queue *queue, uint32_t context_id) {
  uint32_t next = queue->end;
  atomic_store(&queue->ringbuffer[next % MAX_CONTEXT_QUEUE_ENTRIES], ((uint64_t)next << 32) | context_id);
  atomic_store(&queue->end, next + 1);

  if (atomic_load(&queue->num_active_threads) == 0) {
    atomic_add(&queue->num_threads_to_wakeup, 1);
    sys_futex(&queue->num_threads_to_wakeup, 1, 1, 0);
  }
}

void context_queue_control_fast_path(struct context_queue *queue, int failed_in_row) {
  const uint32_t disable = failed_in_row > 3;
#ifdef FIXED
  if (atomic_load(&queue->fast_path_disabled) == disable) return;
#endif
  atomic_store(&queue->fast_path_disabled, disable);
}
