// project: Blender (intern/guardedalloc/intern/mallocn_lockfree_impl.c)
// reference: reduced from memory; the released memory_usage.cc counts in an aligned block per thread and adds up on demand
// kind: adjacent-globals
// starts: hidden
// args: -std=gnu11
// wrong: every allocation and release of every thread changes the global number of blocks and the bytes in use; the two are static
//        variables side by side, with the peak and the callbacks, which the same paths read.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define SIZET_ALIGN_4(len) ((len + 3) & ~(size_t)3)

typedef struct MemHead {
  size_t len;
} MemHead;

enum { MEMHEAD_ALIGN_FLAG = 1 };
#define MEMHEAD_FROM_PTR(ptr) (((MemHead *)ptr) - 1)
#define PTR_FROM_MEMHEAD(memhead) (memhead + 1)
#define MEMHEAD_LEN(memhead) ((memhead)->len & ~((size_t)(MEMHEAD_ALIGN_FLAG)))

static bool malloc_debug_memset = false;
static void (*error_callback)(const char *) = NULL;

#ifdef FIXED
typedef struct MemoryUsageLocal {
  _Alignas(128) _Atomic int64_t mem_in_use;
  _Atomic int64_t blocks_num;
  int64_t mem_in_use_during_peak_update;
  struct MemoryUsageLocal *next;
} MemoryUsageLocal;

static struct {
  pthread_mutex_t locals_mutex;
  MemoryUsageLocal *locals;
  char pad[128];
  _Atomic size_t peak;
} usage_global = {.locals_mutex = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local MemoryUsageLocal *usage_local = NULL;
static const int64_t peak_update_threshold = 1024 * 1024;

static MemoryUsageLocal *get_local_data(void)
{
  if (UNLIKELY(usage_local == NULL)) {
    MemoryUsageLocal *local = aligned_alloc(128, sizeof(MemoryUsageLocal));
    memset(local, 0, sizeof(*local));
    pthread_mutex_lock(&usage_global.locals_mutex);
    local->next = usage_global.locals;
    usage_global.locals = local;
    pthread_mutex_unlock(&usage_global.locals_mutex);
    usage_local = local;
  }
  return usage_local;
}

size_t memory_usage_current(void)
{
  int64_t mem_in_use = 0;
  pthread_mutex_lock(&usage_global.locals_mutex);
  for (MemoryUsageLocal *local = usage_global.locals; local; local = local->next) {
    mem_in_use += atomic_load_explicit(&local->mem_in_use, memory_order_relaxed);
  }
  pthread_mutex_unlock(&usage_global.locals_mutex);
  return (size_t)mem_in_use;
}

size_t memory_usage_block_num(void)
{
  int64_t blocks_num = 0;
  pthread_mutex_lock(&usage_global.locals_mutex);
  for (MemoryUsageLocal *local = usage_global.locals; local; local = local->next) {
    blocks_num += atomic_load_explicit(&local->blocks_num, memory_order_relaxed);
  }
  pthread_mutex_unlock(&usage_global.locals_mutex);
  return (size_t)blocks_num;
}

static void memory_usage_block_alloc(size_t size)
{
  MemoryUsageLocal *local = get_local_data();
  int64_t used = atomic_load_explicit(&local->mem_in_use, memory_order_relaxed) + (int64_t)size;
  atomic_store_explicit(&local->mem_in_use, used, memory_order_relaxed);
  atomic_store_explicit(
      &local->blocks_num, atomic_load_explicit(&local->blocks_num, memory_order_relaxed) + 1, memory_order_relaxed);
  if (used - local->mem_in_use_during_peak_update > peak_update_threshold) {
    local->mem_in_use_during_peak_update = used;
    size_t current = memory_usage_current();
    size_t peak = atomic_load(&usage_global.peak);
    while (current > peak && !atomic_compare_exchange_weak(&usage_global.peak, &peak, current)) {
    }
  }
}

static void memory_usage_block_free(size_t size)
{
  MemoryUsageLocal *local = get_local_data();
  atomic_store_explicit(&local->mem_in_use,
                        atomic_load_explicit(&local->mem_in_use, memory_order_relaxed) - (int64_t)size,
                        memory_order_relaxed);
  atomic_store_explicit(
      &local->blocks_num, atomic_load_explicit(&local->blocks_num, memory_order_relaxed) - 1, memory_order_relaxed);
}

size_t MEM_get_peak_memory(void)
{
  return atomic_load(&usage_global.peak);
}
#else
static unsigned int totblock = 0; /* expect: fsfind-adjacent-globals|fsfind-contended-atomic */
static size_t mem_in_use = 0;     /* expect: fsfind-adjacent-globals|fsfind-contended-atomic */
static size_t peak_mem = 0;

static inline unsigned int atomic_add_and_fetch_u(unsigned int *p, unsigned int x)
{
  return __sync_add_and_fetch(p, x);
}

static inline size_t atomic_add_and_fetch_z(size_t *p, size_t x)
{
  return __sync_add_and_fetch(p, x);
}

static inline void atomic_fetch_and_update_max_z(size_t *p, size_t x)
{
  size_t prev_value;
  while ((prev_value = *p) < x) {
    if (__sync_bool_compare_and_swap(p, prev_value, x)) {
      break;
    }
  }
}

static void memory_usage_block_alloc(size_t size)
{
  atomic_add_and_fetch_u(&totblock, 1);
  size_t in_use = atomic_add_and_fetch_z(&mem_in_use, size);
  atomic_fetch_and_update_max_z(&peak_mem, in_use);
}

static void memory_usage_block_free(size_t size)
{
  __sync_sub_and_fetch(&totblock, 1);
  __sync_sub_and_fetch(&mem_in_use, size);
}

size_t memory_usage_current(void)
{
  return mem_in_use;
}

size_t memory_usage_block_num(void)
{
  return totblock;
}

size_t MEM_get_peak_memory(void)
{
  return peak_mem;
}
#endif

static void print_error(const char *message, const char *str)
{
  char buf[512];
  snprintf(buf, sizeof(buf), "%s in %s: total %zu\n", message, str, memory_usage_current());
  if (error_callback) {
    error_callback(buf);
  }
}

size_t MEM_lockfree_allocN_len(const void *vmemh)
{
  return vmemh ? MEMHEAD_LEN(MEMHEAD_FROM_PTR(vmemh)) : 0;
}

void MEM_lockfree_freeN(void *vmemh)
{
  if (UNLIKELY(vmemh == NULL)) {
    print_error("Attempt to free NULL pointer", "free");
    return;
  }
  MemHead *memh = MEMHEAD_FROM_PTR(vmemh);
  size_t len = MEMHEAD_LEN(memh);
  memory_usage_block_free(len);
  if (UNLIKELY(malloc_debug_memset && len)) {
    memset(memh + 1, 255, len);
  }
  free(memh);
}

void *MEM_lockfree_mallocN(size_t len, const char *str)
{
  len = SIZET_ALIGN_4(len);
  MemHead *memh = malloc(len + sizeof(MemHead));
  if (memh) {
    if (UNLIKELY(malloc_debug_memset && len)) {
      memset(memh + 1, 255, len);
    }
    memh->len = len;
    memory_usage_block_alloc(len);
    return PTR_FROM_MEMHEAD(memh);
  }
  print_error("Malloc returns null", str);
  return NULL;
}

void *MEM_lockfree_callocN(size_t len, const char *str)
{
  len = SIZET_ALIGN_4(len);
  MemHead *memh = calloc(1, len + sizeof(MemHead));
  if (memh) {
    memh->len = len;
    memory_usage_block_alloc(len);
    return PTR_FROM_MEMHEAD(memh);
  }
  print_error("Calloc returns null", str);
  return NULL;
}

void *MEM_lockfree_dupallocN(const void *vmemh)
{
  void *newp = NULL;
  if (vmemh) {
    const size_t prev_size = MEM_lockfree_allocN_len(vmemh);
    newp = MEM_lockfree_mallocN(prev_size, "dupli_malloc");
    if (newp) {
      memcpy(newp, vmemh, prev_size);
    }
  }
  return newp;
}

void MEM_lockfree_set_error_callback(void (*func)(const char *))
{
  error_callback = func;
}

void MEM_lockfree_set_memory_debug(void)
{
  malloc_debug_memset = true;
}
