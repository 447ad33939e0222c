// project: LLVM OpenMP runtime (openmp/runtime/src/kmp.h and kmp_tasking.cpp)
// reference: reduced from memory; the released task team puts KMP_ALIGN(64) before its counters
// kind: counter-beside-read-mostly
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: the number of threads that still look for tasks, which each decrements and increments as it runs out of work and steals
//        some, is in a line with the flag and the pointer that all poll.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

typedef int32_t kmp_int32;
typedef uint32_t kmp_uint32;
typedef int64_t kmp_int64;

#define TRUE 1
#define FALSE 0
#define CACHE_LINE 64
#define KMP_ALIGN(bytes) __attribute__((aligned(bytes)))
#define KMP_ALIGN_CACHE __attribute__((aligned(CACHE_LINE)))
#define KMP_ATOMIC_LD_ACQ(p) (p)->load(std::memory_order_acquire)
#define KMP_ATOMIC_LD_RLX(p) (p)->load(std::memory_order_relaxed)
#define KMP_ATOMIC_ST_REL(p, v) (p)->store(v, std::memory_order_release)
#define KMP_ATOMIC_INC(p) (p)->fetch_add(1, std::memory_order_acq_rel)
#define KMP_ATOMIC_DEC(p) (p)->fetch_sub(1, std::memory_order_acq_rel)
#define TCR_4(a) (a)
#define TCW_4(a, b) (a) = (b)
#define INITIAL_TASK_DEQUE_SIZE 256
#define TASK_DEQUE_MASK(td) ((td).td_deque_size - 1)
#define KMP_CPU_PAUSE() __builtin_ia32_pause()

#ifdef FIXED
#define KMP_TASK_TEAM_ALIGN KMP_ALIGN(64)
#else
#define KMP_TASK_TEAM_ALIGN
#endif

typedef struct kmp_bootstrap_lock {
  std::atomic<int> poll;
} kmp_bootstrap_lock_t;

static inline void __kmp_acquire_bootstrap_lock(kmp_bootstrap_lock_t *lck) {
  while (lck->poll.exchange(1, std::memory_order_acquire))
    KMP_CPU_PAUSE();
}
static inline void __kmp_release_bootstrap_lock(kmp_bootstrap_lock_t *lck) {
  lck->poll.store(0, std::memory_order_release);
}

typedef struct kmp_taskdata {
  kmp_int32 td_task_id;
  void (*td_routine)(kmp_int32, void *);
  void *td_args;
  struct kmp_taskdata *td_parent;
  std::atomic<kmp_int32> td_incomplete_child_tasks;
} kmp_taskdata_t;

typedef struct kmp_base_thread_data {
  kmp_bootstrap_lock_t td_deque_lock;
  kmp_taskdata_t **td_deque;
  kmp_int32 td_deque_size;
  kmp_uint32 td_deque_head;
  kmp_uint32 td_deque_tail;
  kmp_int32 td_deque_ntasks;
  kmp_int32 td_deque_last_stolen;
} kmp_base_thread_data_t;

typedef union KMP_ALIGN_CACHE kmp_thread_data {
  kmp_base_thread_data_t td;
  char td_pad[((sizeof(kmp_base_thread_data_t) + CACHE_LINE - 1) / CACHE_LINE) * CACHE_LINE];
} kmp_thread_data_t;

typedef struct kmp_base_task_team {
  kmp_bootstrap_lock_t tt_threads_lock;
  union kmp_task_team *tt_next;
  kmp_thread_data_t *tt_threads_data;
  kmp_int32 tt_found_tasks;
  kmp_int32 tt_nproc;
  kmp_int32 tt_max_threads;
  kmp_int32 tt_untied_task_encountered;

  KMP_TASK_TEAM_ALIGN
  std::atomic<kmp_int32> tt_unfinished_threads; // expect: fsfind-adjacent-thread-fields

  KMP_TASK_TEAM_ALIGN
  volatile kmp_uint32 tt_active; // expect: fsfind-adjacent-thread-fields
} kmp_base_task_team_t;

typedef union KMP_ALIGN_CACHE kmp_task_team {
  kmp_base_task_team_t tt;
  char tt_pad[((sizeof(kmp_base_task_team_t) + CACHE_LINE - 1) / CACHE_LINE) * CACHE_LINE];
} kmp_task_team_t;

typedef struct kmp_info {
  kmp_int32 th_tid;
  kmp_task_team_t *th_task_team;
  kmp_taskdata_t *th_current_task;
  kmp_uint32 th_x;
} kmp_info_t;

static kmp_uint32 __kmp_get_random(kmp_info_t *thread) {
  kmp_uint32 x = thread->th_x;
  thread->th_x = x * 0x9e3779b1u + 1;
  return x >> 16;
}

kmp_task_team_t *__kmp_allocate_task_team(kmp_int32 nthreads) {
  kmp_task_team_t *task_team =
      (kmp_task_team_t *)aligned_alloc(CACHE_LINE, sizeof(kmp_task_team_t));
  memset((void *)task_team, 0, sizeof(kmp_task_team_t));
  task_team->tt.tt_nproc = task_team->tt.tt_max_threads = nthreads;
  task_team->tt.tt_threads_data =
      (kmp_thread_data_t *)aligned_alloc(CACHE_LINE, nthreads * sizeof(kmp_thread_data_t));
  memset((void *)task_team->tt.tt_threads_data, 0, nthreads * sizeof(kmp_thread_data_t));
  for (kmp_int32 i = 0; i < nthreads; ++i) {
    kmp_thread_data_t *td = &task_team->tt.tt_threads_data[i];
    td->td.td_deque_size = INITIAL_TASK_DEQUE_SIZE;
    td->td.td_deque = (kmp_taskdata_t **)malloc(INITIAL_TASK_DEQUE_SIZE * sizeof(kmp_taskdata_t *));
    td->td.td_deque_last_stolen = -1;
  }
  KMP_ATOMIC_ST_REL(&task_team->tt.tt_unfinished_threads, nthreads);
  TCW_4(task_team->tt.tt_active, TRUE);
  return task_team;
}

kmp_int32 __kmp_push_task(kmp_info_t *thread, kmp_taskdata_t *taskdata) {
  kmp_task_team_t *task_team = thread->th_task_team;
  kmp_thread_data_t *thread_data = &task_team->tt.tt_threads_data[thread->th_tid];
  if (TCR_4(task_team->tt.tt_found_tasks) != TRUE)
    TCW_4(task_team->tt.tt_found_tasks, TRUE);
  __kmp_acquire_bootstrap_lock(&thread_data->td.td_deque_lock);
  if (thread_data->td.td_deque_ntasks >= thread_data->td.td_deque_size) {
    __kmp_release_bootstrap_lock(&thread_data->td.td_deque_lock);
    return 1;
  }
  thread_data->td.td_deque[thread_data->td.td_deque_tail] = taskdata;
  thread_data->td.td_deque_tail = (thread_data->td.td_deque_tail + 1) & TASK_DEQUE_MASK(thread_data->td);
  TCW_4(thread_data->td.td_deque_ntasks, thread_data->td.td_deque_ntasks + 1);
  if (taskdata->td_parent)
    KMP_ATOMIC_INC(&taskdata->td_parent->td_incomplete_child_tasks);
  __kmp_release_bootstrap_lock(&thread_data->td.td_deque_lock);
  return 0;
}

static kmp_taskdata_t *__kmp_take_task(kmp_thread_data_t *thread_data) {
  if (TCR_4(thread_data->td.td_deque_ntasks) == 0)
    return NULL;
  __kmp_acquire_bootstrap_lock(&thread_data->td.td_deque_lock);
  kmp_taskdata_t *taskdata = NULL;
  if (thread_data->td.td_deque_ntasks != 0) {
    taskdata = thread_data->td.td_deque[thread_data->td.td_deque_head];
    thread_data->td.td_deque_head = (thread_data->td.td_deque_head + 1) & TASK_DEQUE_MASK(thread_data->td);
    TCW_4(thread_data->td.td_deque_ntasks, thread_data->td.td_deque_ntasks - 1);
  }
  __kmp_release_bootstrap_lock(&thread_data->td.td_deque_lock);
  return taskdata;
}

static kmp_taskdata_t *__kmp_steal_task(kmp_info_t *thread, kmp_task_team_t *task_team, kmp_int32 victim_tid,
                                        std::atomic<kmp_int32> *unfinished_threads, int *thread_finished) {
  kmp_taskdata_t *taskdata = __kmp_take_task(&task_team->tt.tt_threads_data[victim_tid]);
  if (taskdata && *thread_finished) {
    KMP_ATOMIC_INC(unfinished_threads);
    *thread_finished = FALSE;
  }
  return taskdata;
}

int __kmp_execute_tasks(kmp_info_t *thread, std::atomic<kmp_int32> *spin, int final_spin, int *thread_finished) {
  kmp_task_team_t *task_team = thread->th_task_team;
  if (!task_team)
    return FALSE;
  kmp_thread_data_t *threads_data = task_team->tt.tt_threads_data;
  kmp_int32 nthreads = task_team->tt.tt_nproc;
  std::atomic<kmp_int32> *unfinished_threads = &task_team->tt.tt_unfinished_threads;
  kmp_int32 tid = thread->th_tid;

  while (1) {
    kmp_taskdata_t *task = __kmp_take_task(&threads_data[tid]);
    if (task == NULL && nthreads > 1) {
      kmp_int32 victim = threads_data[tid].td.td_deque_last_stolen;
      if (victim == -1 || victim == tid)
        victim = (kmp_int32)(__kmp_get_random(thread) % (kmp_uint32)nthreads);
      task = __kmp_steal_task(thread, task_team, victim, unfinished_threads, thread_finished);
      threads_data[tid].td.td_deque_last_stolen = task ? victim : -1;
    }
    if (task != NULL) {
      kmp_taskdata_t *current = thread->th_current_task;
      thread->th_current_task = task;
      task->td_routine(tid, task->td_args);
      thread->th_current_task = current;
      if (task->td_parent)
        KMP_ATOMIC_DEC(&task->td_parent->td_incomplete_child_tasks);
      free(task);
      if (TCR_4(task_team->tt.tt_active) == FALSE)
        return TRUE;
      continue;
    }

    if (final_spin && thread->th_current_task &&
        KMP_ATOMIC_LD_ACQ(&thread->th_current_task->td_incomplete_child_tasks) == 0) {
      if (!*thread_finished) {
        KMP_ATOMIC_DEC(unfinished_threads);
        *thread_finished = TRUE;
      }
      if (spin->load(std::memory_order_relaxed))
        return TRUE;
    }
    if (thread->th_task_team == NULL || TCR_4(task_team->tt.tt_active) == FALSE)
      return FALSE;
    KMP_CPU_PAUSE();
  }
}

void __kmp_task_team_wait(kmp_info_t *this_thr) {
  kmp_task_team_t *task_team = this_thr->th_task_team;
  if (task_team != NULL && TCR_4(task_team->tt.tt_found_tasks) == TRUE) {
    while (KMP_ATOMIC_LD_ACQ(&task_team->tt.tt_unfinished_threads) != 0)
      KMP_CPU_PAUSE();
    TCW_4(task_team->tt.tt_found_tasks, FALSE);
    TCW_4(task_team->tt.tt_active, FALSE);
    this_thr->th_task_team = NULL;
  }
}
