// project: Suricata (tmqh-packetpool.h)
// reference: reduced from memory; the released struct aligns the return stack to a line
// kind: lock-beside-data
// starts: hidden
// wrong: the owner's lock-free stack is next to the locked stack on which other threads return packets.
#include <pthread.h>
#include <stdlib.h>

#define CLS 64
#define SCMutex pthread_mutex_t
#define SCMutexLock(m) pthread_mutex_lock(m)
#define SCMutexUnlock(m) pthread_mutex_unlock(m)

typedef struct Packet_ {
    struct Packet_ *next;
    struct PktPool_ *pool;
    unsigned char data[1514];
} Packet;

typedef struct PktPoolLockedStack_ {
    SCMutex mutex;
    pthread_cond_t cond;
    int sync_now;
    Packet *head;
#ifdef FIXED
} __attribute__((aligned(CLS))) PktPoolLockedStack;
#else
} PktPoolLockedStack;
#endif

typedef struct PktPool_ {
    Packet *head;     /* expect: fsfind-adjacent-thread-fields */
    int pending_count;
    Packet *pending_head;
    PktPoolLockedStack return_stack; /* expect: fsfind-adjacent-thread-fields */
} PktPool;

static __thread PktPool *thread_pool;

PktPool *PacketPoolInit(int packets) {
    PktPool *pool;
#ifdef FIXED
    pool = aligned_alloc(CLS, sizeof(*pool));
#else
    pool = malloc(sizeof(*pool));
#endif
    if (!pool) return NULL;
    pthread_mutex_init(&pool->return_stack.mutex, NULL);
    pthread_cond_init(&pool->return_stack.cond, NULL);
    pool->return_stack.head = NULL;
    pool->head = pool->pending_head = NULL;
    for (int i = 0; i < packets; i++) {
        Packet *p = malloc(sizeof(*p));
        p->pool = pool;
        p->next = pool->head;
        pool->head = p;
    }
    return thread_pool = pool;
}

Packet *PacketPoolGetPacket(void) {
    PktPool *pool = thread_pool;
    if (!pool->head) {
        SCMutexLock(&pool->return_stack.mutex);
        while (!pool->return_stack.head) pthread_cond_wait(&pool->return_stack.cond, &pool->return_stack.mutex);
        pool->head = pool->return_stack.head;
        pool->return_stack.head = NULL;
        SCMutexUnlock(&pool->return_stack.mutex);
    }
    Packet *p = pool->head;
    pool->head = p->next;
    return p;
}

void PacketPoolReturnPacket(Packet *p) {
    PktPool *pool = p->pool;
    if (pool == thread_pool) {
        p->next = pool->head;
        pool->head = p;
        return;
    }
    SCMutexLock(&pool->return_stack.mutex);
    p->next = pool->return_stack.head;
    pool->return_stack.head = p;
    pthread_cond_signal(&pool->return_stack.cond);
    SCMutexUnlock(&pool->return_stack.mutex);
}

void receive_loop(int (*read_packet)(Packet *), void (*process)(Packet *)) {
    for (;;) {
        Packet *p = PacketPoolGetPacket();
        if (read_packet(p) < 0) return;
        process(p);
    }
}

void verdict_loop(Packet *(*next)(void)) {
    Packet *p;
    while ((p = next())) PacketPoolReturnPacket(p);
}
