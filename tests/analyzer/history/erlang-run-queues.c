// project: Erlang/OTP (erts/emulator/beam/erl_process.c)
// reference: reduced from memory; the released run queues and scheduler data are unions with an array of whole lines
// kind: per-thread-array
// starts: visible
// wrong: run queues and scheduler data are arrays by scheduler; an element is no multiple of a line, so that the lengths and
//        counters at the end of one queue share a line with the lock of the next.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t Uint64;
typedef uint32_t Uint32;
typedef intptr_t Sint;
typedef pthread_mutex_t erts_mtx_t;
typedef pthread_cond_t erts_cnd_t;

#define ERTS_CACHE_LINE_SIZE 64
#define ERTS_CACHE_LINE_MASK (ERTS_CACHE_LINE_SIZE - 1)
#define ERTS_ALC_CACHE_LINE_ALIGN_SIZE(SZ) (((((SZ) - 1) / ERTS_CACHE_LINE_SIZE) + 1) * ERTS_CACHE_LINE_SIZE)
#define ERTS_NO_PROC_PRIO_LEVELS 4
#define CONTEXT_REDS 4000

#define erts_runq_lock(RQ) pthread_mutex_lock(&(RQ)->mtx)
#define erts_runq_unlock(RQ) pthread_mutex_unlock(&(RQ)->mtx)

typedef struct process {
    struct process *next;
    Uint32 prio;
    Sint reds;
    int (*run)(struct process *p, int reds);
} Process;

typedef struct {
    Process *first;
    Process *last;
} ErtsRunPrioQueue;

typedef struct ErtsRunQueue_ {
    int ix;
    erts_mtx_t mtx;                     /* expect: fsfind-per-thread-slots */
    erts_cnd_t cnd;
    struct ErtsSchedulerData_ *scheduler;
    int waiting;
    int woken;
    Uint32 flags;
    int check_balance_reds;
    int full_reds_history_sum;
    ErtsRunPrioQueue procs[ERTS_NO_PROC_PRIO_LEVELS];
    int len;                            /* expect: fsfind-per-thread-slots */
    int max_len;
    int wakeup_other;
} ErtsRunQueue;

typedef struct ErtsSchedulerData_ {
    Uint64 reductions;                  /* expect: fsfind-per-thread-slots */
    Uint64 no_wakeups;
    ErtsRunQueue *run_queue;
    Process *current_process;
    Uint32 no;
    int virtual_reds;
    pthread_t tid;
} ErtsSchedulerData;

#ifdef FIXED
typedef union {
    ErtsRunQueue runq;
    char align[ERTS_ALC_CACHE_LINE_ALIGN_SIZE(sizeof(ErtsRunQueue))];
} ErtsAlignedRunQueue;
typedef union {
    ErtsSchedulerData esd;
    char align[ERTS_ALC_CACHE_LINE_ALIGN_SIZE(sizeof(ErtsSchedulerData))];
} ErtsAlignedSchedulerData;

static ErtsAlignedRunQueue *erts_aligned_run_queues;
static ErtsAlignedSchedulerData *erts_aligned_scheduler_data;
#define ERTS_RUNQ_IX(IX) (&erts_aligned_run_queues[(IX)].runq)
#define ERTS_SCHEDULER_IX(IX) (&erts_aligned_scheduler_data[(IX)].esd)
#else
static ErtsRunQueue *erts_run_queues;           /* expect: fsfind-per-thread-slots */
static ErtsSchedulerData *erts_scheduler_data;  /* expect: fsfind-per-thread-slots */
#define ERTS_RUNQ_IX(IX) (&erts_run_queues[(IX)])
#define ERTS_SCHEDULER_IX(IX) (&erts_scheduler_data[(IX)])
#endif

static int erts_no_run_queues;
static volatile int erts_is_multi_halting;

#ifdef FIXED
static void *erts_alloc_permanent_cache_aligned(size_t size)
{
    char *v = malloc(size + ERTS_CACHE_LINE_SIZE - 1);
    return (void *) (((uintptr_t) v + ERTS_CACHE_LINE_MASK) & ~(uintptr_t) ERTS_CACHE_LINE_MASK);
}
#endif

void erts_init_scheduling(int no_schedulers)
{
    erts_no_run_queues = no_schedulers;
#ifdef FIXED
    erts_aligned_run_queues = erts_alloc_permanent_cache_aligned(sizeof(ErtsAlignedRunQueue) * no_schedulers);
    erts_aligned_scheduler_data = erts_alloc_permanent_cache_aligned(sizeof(ErtsAlignedSchedulerData) * no_schedulers);
#else
    erts_run_queues = malloc(sizeof(ErtsRunQueue) * no_schedulers);
    erts_scheduler_data = malloc(sizeof(ErtsSchedulerData) * no_schedulers);
#endif
    for (int ix = 0; ix < no_schedulers; ix++) {
        ErtsRunQueue *rq = ERTS_RUNQ_IX(ix);
        ErtsSchedulerData *esdp = ERTS_SCHEDULER_IX(ix);

        memset(rq, 0, sizeof(*rq));
        memset(esdp, 0, sizeof(*esdp));
        rq->ix = ix;
        pthread_mutex_init(&rq->mtx, NULL);
        pthread_cond_init(&rq->cnd, NULL);
        rq->check_balance_reds = 2000 * CONTEXT_REDS;
        rq->scheduler = esdp;
        esdp->run_queue = rq;
        esdp->no = ix + 1;
    }
}

void erts_add_to_runq(Process *p, int ix)
{
    ErtsRunQueue *rq = ERTS_RUNQ_IX(ix % erts_no_run_queues);
    ErtsRunPrioQueue *q = &rq->procs[p->prio];

    erts_runq_lock(rq);
    p->next = NULL;
    if (q->last)
        q->last->next = p;
    else
        q->first = p;
    q->last = p;
    if (++rq->len > rq->max_len)
        rq->max_len = rq->len;
    if (rq->waiting) {
        rq->woken++;
        pthread_cond_signal(&rq->cnd);
    }
    erts_runq_unlock(rq);
}

static Process *dequeue_process(ErtsRunQueue *rq)
{
    for (int prio = 0; prio < ERTS_NO_PROC_PRIO_LEVELS; prio++) {
        ErtsRunPrioQueue *q = &rq->procs[prio];
        Process *p = q->first;
        if (p) {
            q->first = p->next;
            if (!q->first)
                q->last = NULL;
            rq->len--;
            return p;
        }
    }
    return NULL;
}

static void *sched_thread_func(void *vesdp)
{
    ErtsSchedulerData *esdp = vesdp;
    ErtsRunQueue *rq = esdp->run_queue;

    while (!erts_is_multi_halting) {
        Process *p;
        int reds;

        erts_runq_lock(rq);
        while (!(p = dequeue_process(rq))) {
            rq->waiting = 1;
            pthread_cond_wait(&rq->cnd, &rq->mtx);
            rq->waiting = 0;
            esdp->no_wakeups++;
        }
        rq->check_balance_reds -= CONTEXT_REDS;
        erts_runq_unlock(rq);

        esdp->current_process = p;
        reds = p->run(p, CONTEXT_REDS);
        esdp->reductions += reds;
        esdp->current_process = NULL;
        erts_add_to_runq(p, rq->ix);
    }
    return NULL;
}

void erts_start_schedulers(void)
{
    for (int ix = 0; ix < erts_no_run_queues; ix++) {
        ErtsSchedulerData *esdp = ERTS_SCHEDULER_IX(ix);
        pthread_create(&esdp->tid, NULL, sched_thread_func, esdp);
    }
}

Uint64 erts_get_total_reductions(void)
{
    Uint64 reds = 0;
    for (int ix = 0; ix < erts_no_run_queues; ix++)
        reds += ERTS_SCHEDULER_IX(ix)->reductions;
    return reds;
}
