// project: GHC (rts/Capability.h, rts/Capability.c)
// reference: reduced from memory; the released runtime allocates capabilities with an aligning allocator
// kind: ineffective-padding
// starts: hidden
// args: -std=gnu11
// wrong: the type of a capability is declared with a line's alignment so that no two share one, but each is allocated by malloc,
//        which does not honour it; the ends of capabilities share lines with what else the allocator puts there.
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ATTRIBUTE_ALIGNED(n) __attribute__((aligned(n)))
#define CAPABILITY_ALIGNMENT 64
#define BLOCK_SIZE 4096
#define RtsFalse 0

typedef unsigned long W_;
typedef uint32_t nat;
typedef pthread_mutex_t Mutex;
typedef pthread_cond_t Condition;
#define ACQUIRE_LOCK(l) pthread_mutex_lock(l)
#define RELEASE_LOCK(l) pthread_mutex_unlock(l)

typedef struct StgTSO_ {
    struct StgTSO_ *_link;
    struct Capability_ *cap;
    W_ id;
    nat why_blocked;
} StgTSO;

typedef struct Task_ {
    Condition cond;
    Mutex lock;
    bool wakeup;
    struct Capability_ *cap;
    struct Task_ *next;
} Task;

typedef struct bdescr_ {
    W_ *start, *free;
    struct bdescr_ *link;
} bdescr;

typedef struct {
    W_ stgEagerBlackholeInfo;
    W_ stgGCEnter1;
    W_ stgGCFun;
} StgFunTable;

typedef struct {
    W_ *rSp, *rSpLim, *rHp, *rHpLim;
    StgTSO *rCurrentTSO;
    bdescr *rNursery, *rCurrentNursery, *rCurrentAlloc;
    W_ rHpAlloc;
} StgRegTable;

typedef struct Message_ {
    struct Message_ *link;
    StgTSO *target;
} Message;

typedef struct {
    W_ created, dud, overflowed, converted, gcd, fizzled;
} SparkCounters;

struct Capability_ {
    StgFunTable f;
    StgRegTable r;
    nat no;
    nat node;
    Task *running_task;
    bool in_haskell;
    nat idle;
    bool disabled;
    StgTSO *run_queue_hd;
    StgTSO *run_queue_tl;
    nat n_run_queue;
    bdescr **mut_lists;
    bdescr **saved_mut_lists;
    W_ total_allocated;
    Task *spare_workers;
    nat n_spare_workers;
    Mutex lock; /* expect: fsfind-ineffective-padding */
    Task *returning_tasks_hd, *returning_tasks_tl;
    nat n_returning_tasks;
    Message *inbox;
    SparkCounters spark_stats;
    int io_manager_control_wr_fd;
} ATTRIBUTE_ALIGNED(CAPABILITY_ALIGNMENT); /* expect: fsfind-ineffective-padding */

typedef struct Capability_ Capability;

nat n_capabilities;
nat enabled_capabilities;
Capability **capabilities;

static void *stgMallocBytes(size_t n, const char *msg)
{
    void *space = malloc(n);
    if (space == NULL) {
        fprintf(stderr, "%s: out of memory\n", msg);
        exit(1);
    }
    return space;
}

#ifdef FIXED
static void *stgMallocAlignedBytes(size_t n, size_t align, const char *msg)
{
    void *space = aligned_alloc(align, (n + align - 1) / align * align);
    if (space == NULL) {
        fprintf(stderr, "%s: out of memory\n", msg);
        exit(1);
    }
    return space;
}
#endif

static void initCapability(Capability *cap, nat i)
{
    memset(cap, 0, sizeof(*cap));
    cap->no = i;
    pthread_mutex_init(&cap->lock, NULL);
    cap->mut_lists = stgMallocBytes(2 * sizeof(bdescr *), "initCapability");
    cap->saved_mut_lists = stgMallocBytes(2 * sizeof(bdescr *), "initCapability");
}

void moreCapabilities(nat from, nat to)
{
    Capability **new_capabilities = stgMallocBytes(to * sizeof(Capability *), "moreCapabilities");
    nat i;

    for (i = 0; i < to; i++) {
        if (i < from) {
            new_capabilities[i] = capabilities[i];
        } else {
#ifdef FIXED
            new_capabilities[i] = stgMallocAlignedBytes(sizeof(Capability), CAPABILITY_ALIGNMENT, "moreCapabilities");
#else
            new_capabilities[i] = stgMallocBytes(sizeof(Capability), "moreCapabilities"); /* expect: fsfind-ineffective-padding */
#endif
            initCapability(new_capabilities[i], i);
        }
    }
    capabilities = new_capabilities;
    n_capabilities = to;
    enabled_capabilities = to;
}

void appendToRunQueue(Capability *cap, StgTSO *tso)
{
    if (cap->run_queue_hd == NULL)
        cap->run_queue_hd = tso;
    else
        cap->run_queue_tl->_link = tso;
    tso->cap = cap;
    cap->run_queue_tl = tso;
    cap->n_run_queue++;
}

static StgTSO *popRunQueue(Capability *cap)
{
    StgTSO *t = cap->run_queue_hd;
    cap->run_queue_hd = t->_link;
    if (t->_link == NULL)
        cap->run_queue_tl = NULL;
    cap->n_run_queue--;
    return t;
}

void sendMessage(Capability *to_cap, Message *msg)
{
    ACQUIRE_LOCK(&to_cap->lock);
    msg->link = to_cap->inbox;
    to_cap->inbox = msg;
    RELEASE_LOCK(&to_cap->lock);
}

static void scheduleProcessInbox(Capability *cap)
{
    Message *m;

    if (cap->inbox == NULL)
        return;
    ACQUIRE_LOCK(&cap->lock);
    m = cap->inbox;
    cap->inbox = NULL;
    RELEASE_LOCK(&cap->lock);
    for (; m != NULL; m = m->link)
        appendToRunQueue(cap, m->target);
}

void runThread(Capability *cap, StgTSO *t);

void schedule(Capability *cap, Task *task)
{
    cap->running_task = task;
    for (;;) {
        scheduleProcessInbox(cap);
        if (cap->run_queue_hd == NULL) {
            cap->idle++;
            continue;
        }
        StgTSO *t = popRunQueue(cap);
        cap->r.rCurrentTSO = t;
        cap->in_haskell = true;
        runThread(cap, t);
        cap->in_haskell = false;
        cap->total_allocated += cap->r.rHpAlloc;
        cap->spark_stats.converted++;
    }
}

void freeCapabilities(void)
{
    for (nat i = 0; i < n_capabilities; i++) {
        free(capabilities[i]->mut_lists);
        free(capabilities[i]->saved_mut_lists);
        free(capabilities[i]);
    }
    free(capabilities);
}
