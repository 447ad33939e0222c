// project: PostgreSQL (storage/lmgr/lwlock.c)
// reference: reduced from memory of the change from 32-byte to whole-line padding of lwlocks
// kind: ineffective-padding
// starts: hidden
// wrong: locks of different backends are padded to 32 bytes only, so two of them share each line.
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define NUM_PARTITIONS 128
#ifdef FIXED
#define LWLOCK_PADDED_SIZE 128
#else
#define LWLOCK_PADDED_SIZE (sizeof(LWLock) <= 16 ? 16 : 32)
#endif

#define LW_VAL_EXCLUSIVE (1u << 24)
#define LW_VAL_SHARED 1u

typedef struct LWLock {
    uint16_t tranche;
    atomic_uint state; /* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
    void *waiters_head;
    void *waiters_tail;
} LWLock;

typedef union LWLockPadded {
    LWLock lock; /* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
    char pad[LWLOCK_PADDED_SIZE];
} LWLockPadded;

LWLockPadded *MainLWLockArray;

void *ShmemAlloc(size_t size);
void queue_self(LWLock *lock);

#define BufMappingPartitionLock(hash) (&MainLWLockArray[(hash) % NUM_PARTITIONS].lock)

void CreateLWLocks(void) {
    size_t space = NUM_PARTITIONS * sizeof(LWLockPadded) + LWLOCK_PADDED_SIZE;
    char *ptr = ShmemAlloc(space);
    ptr += LWLOCK_PADDED_SIZE - ((uintptr_t)ptr) % LWLOCK_PADDED_SIZE;
    MainLWLockArray = (LWLockPadded *)ptr;
    for (int i = 0; i < NUM_PARTITIONS; i++) {
        atomic_init(&MainLWLockArray[i].lock.state, 0);
        MainLWLockArray[i].lock.tranche = 1;
        MainLWLockArray[i].lock.waiters_head = MainLWLockArray[i].lock.waiters_tail = NULL;
    }
}

static bool attempt(LWLock *lock, bool exclusive) {
    unsigned old = atomic_load(&lock->state);
    for (;;) {
        bool lock_free = exclusive ? old == 0 : (old & LW_VAL_EXCLUSIVE) == 0;
        if (!lock_free) return false;
        unsigned want = old + (exclusive ? LW_VAL_EXCLUSIVE : LW_VAL_SHARED);
        if (atomic_compare_exchange_weak(&lock->state, &old, want)) return true;
    }
}

void LWLockAcquire(LWLock *lock, bool exclusive) {
    while (!attempt(lock, exclusive)) queue_self(lock);
}

void LWLockRelease(LWLock *lock, bool exclusive) {
    atomic_fetch_sub(&lock->state, exclusive ? LW_VAL_EXCLUSIVE : LW_VAL_SHARED);
}

int BufTableLookup(uint32_t hashcode, int (*probe)(uint32_t)) {
    LWLock *lock = BufMappingPartitionLock(hashcode);
    LWLockAcquire(lock, false);
    int buf = probe(hashcode);
    LWLockRelease(lock, false);
    return buf;
}
