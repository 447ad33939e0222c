// project: Suricata (src/flow-hash.h, src/flow.c)
// reference: https://github.com/OISF/suricata/pull/546 (read)
// kind: lock-table
// starts: hidden
// args: -std=gnu11
// also-true: fsfind-contended-atomic
// wrong: the buckets of the flow table, each with a mutex that packet threads and the flow manager take, are packed; buckets chosen
//        by hash for unrelated packets lie in the same line.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CLS 64
#define SCMutex pthread_mutex_t
#define SCMutexLock(m) pthread_mutex_lock(m)
#define SCMutexTrylock(m) pthread_mutex_trylock(m)
#define SCMutexUnlock(m) pthread_mutex_unlock(m)
#define SCMutexInit(m, a) pthread_mutex_init(m, a)
#define SCMutexDestroy(m) pthread_mutex_destroy(m)
#define FBLOCK_INIT(fb) SCMutexInit(&(fb)->m, NULL)
#define FBLOCK_LOCK(fb) SCMutexLock(&(fb)->m)
#define FBLOCK_TRYLOCK(fb) SCMutexTrylock(&(fb)->m)
#define FBLOCK_UNLOCK(fb) SCMutexUnlock(&(fb)->m)
#define FBLOCK_DESTROY(fb) SCMutexDestroy(&(fb)->m)
#define SC_ATOMIC_DECLARE(type, name) _Atomic(type) name
#define SC_ATOMIC_ADD(name, v) atomic_fetch_add(&(name), v)
#define SC_ATOMIC_GET(name) atomic_load(&(name))

typedef struct Address_ {
    uint32_t address[4];
    char family;
} Address;

typedef uint16_t Port;

typedef struct FlowBucket_ FlowBucket;

typedef struct Flow_ {
    Address src, dst;
    Port sp, dp;
    uint8_t proto;
    uint8_t recursion_level;
    uint16_t vlan_id[2];
    uint32_t flags;
    time_t lastts_sec;
    SCMutex m;
    uint32_t todstpktcnt, tosrcpktcnt;
    uint64_t bytecnt;
    struct Flow_ *hnext, *hprev;
    FlowBucket *fb;
    struct Flow_ *lnext, *lprev;
} Flow;

struct FlowBucket_ {
    Flow *head; /* expect: fsfind-per-thread-slots */
    Flow *tail;
    SCMutex m; /* expect: fsfind-per-thread-slots */
#ifdef FIXED
} __attribute__((aligned(CLS)));
#else
};
#endif

typedef struct FlowConfig_ {
    uint32_t hash_rand;
    uint32_t hash_size;
    uint32_t max_flows;
    uint32_t prealloc;
    uint32_t timeout_new;
    uint32_t timeout_est;
} FlowConfig;

typedef struct Packet_ {
    Address src, dst;
    Port sp, dp;
    uint8_t proto;
    uint8_t recursion_level;
    uint16_t vlan_id[2];
    struct timeval_ { time_t tv_sec; long tv_usec; } ts;
    uint32_t pktlen;
    Flow *flow;
} Packet;

FlowConfig flow_config;
FlowBucket *flow_hash; /* expect: fsfind-per-thread-slots */
static SC_ATOMIC_DECLARE(uint64_t, flow_memuse);

Flow *FlowGetNew(const Packet *p);
void FlowMoveToSpare(Flow *f);
uint32_t hashword(const uint32_t *k, size_t length, uint32_t initval);

int FlowInitConfig(uint32_t hash_size)
{
    memset(&flow_config, 0, sizeof(flow_config));
    flow_config.hash_rand = (uint32_t)rand();
    flow_config.hash_size = hash_size;
    flow_config.timeout_new = 30;
    flow_config.timeout_est = 300;
#ifdef FIXED
    flow_hash = aligned_alloc(CLS, flow_config.hash_size * sizeof(FlowBucket));
#else
    flow_hash = calloc(flow_config.hash_size, sizeof(FlowBucket));
#endif
    if (flow_hash == NULL)
        return -1;
    memset(flow_hash, 0, flow_config.hash_size * sizeof(FlowBucket));
    for (uint32_t i = 0; i < flow_config.hash_size; i++)
        FBLOCK_INIT(&flow_hash[i]);
    SC_ATOMIC_ADD(flow_memuse, flow_config.hash_size * sizeof(FlowBucket));
    return 0;
}

static inline uint32_t FlowGetKey(const Packet *p)
{
    uint32_t fhk[6];

    fhk[0] = p->src.address[0] < p->dst.address[0] ? p->src.address[0] : p->dst.address[0];
    fhk[1] = p->src.address[0] < p->dst.address[0] ? p->dst.address[0] : p->src.address[0];
    fhk[2] = p->sp < p->dp ? p->sp : p->dp;
    fhk[3] = p->sp < p->dp ? p->dp : p->sp;
    fhk[4] = p->proto | (uint32_t)p->recursion_level << 8;
    fhk[5] = p->vlan_id[0] | (uint32_t)p->vlan_id[1] << 16;
    return hashword(fhk, 6, flow_config.hash_rand) % flow_config.hash_size;
}

static inline bool FlowCompare(const Flow *f, const Packet *p)
{
    if (f->proto != p->proto || f->recursion_level != p->recursion_level)
        return false;
    if (memcmp(&f->src, &p->src, sizeof(Address)) == 0)
        return memcmp(&f->dst, &p->dst, sizeof(Address)) == 0 && f->sp == p->sp && f->dp == p->dp;
    return memcmp(&f->src, &p->dst, sizeof(Address)) == 0 && f->sp == p->dp && f->dp == p->sp;
}

Flow *FlowGetFlowFromHash(Packet *p)
{
    FlowBucket *fb = &flow_hash[FlowGetKey(p)];
    Flow *f;

    FBLOCK_LOCK(fb);
    for (f = fb->head; f != NULL; f = f->hnext) {
        if (FlowCompare(f, p))
            break;
    }
    if (f == NULL) {
        f = FlowGetNew(p);
        if (f == NULL) {
            FBLOCK_UNLOCK(fb);
            return NULL;
        }
        f->fb = fb;
        f->hprev = NULL;
        f->hnext = fb->head;
        if (fb->head)
            fb->head->hprev = f;
        else
            fb->tail = f;
        fb->head = f;
    } else if (f->hprev != NULL) {
        f->hprev->hnext = f->hnext;
        if (f->hnext)
            f->hnext->hprev = f->hprev;
        else
            fb->tail = f->hprev;
        f->hnext = fb->head;
        f->hprev = NULL;
        fb->head->hprev = f;
        fb->head = f;
    }
    SCMutexLock(&f->m);
    FBLOCK_UNLOCK(fb);
    f->lastts_sec = p->ts.tv_sec;
    f->bytecnt += p->pktlen;
    p->flow = f;
    return f;
}

uint32_t FlowTimeoutHash(time_t now, uint32_t try_cnt)
{
    uint32_t cnt = 0;

    for (uint32_t idx = 0; idx < flow_config.hash_size; idx++) {
        FlowBucket *fb = &flow_hash[idx];
        if (FBLOCK_TRYLOCK(fb) != 0)
            continue;
        Flow *f = fb->tail;
        if (f != NULL && f->lastts_sec + (time_t)flow_config.timeout_est < now) {
            fb->tail = f->hprev;
            if (fb->tail)
                fb->tail->hnext = NULL;
            else
                fb->head = NULL;
            FlowMoveToSpare(f);
            cnt++;
        }
        FBLOCK_UNLOCK(fb);
        if (try_cnt > 0 && cnt >= try_cnt)
            break;
    }
    return cnt;
}

void FlowShutdown(void)
{
    for (uint32_t u = 0; u < flow_config.hash_size; u++)
        FBLOCK_DESTROY(&flow_hash[u]);
    free(flow_hash);
}
