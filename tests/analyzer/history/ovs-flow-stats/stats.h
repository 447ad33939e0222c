#ifndef STATS_H
#define STATS_H
// project: Open vSwitch (lib/dpif-netdev, lib/util.h)
// reference: reduced from memory; the released structs wrap such members in padded groups
// kind: per-thread-array
// starts: visible
// args: -std=gnu11
// wrong: members declared by macros make up the statistics of a polling thread; the thread structs follow each other in one
//        block, and the revalidator reads and resets part of them.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define CACHE_LINE_SIZE 64

#ifdef FIXED
#define PAD_CAT2(a, b) a##b
#define PAD_CAT(a, b) PAD_CAT2(a, b)
#define PADDED_MEMBERS(...) \
    union { \
        struct { \
            __VA_ARGS__ \
        }; \
        char PAD_CAT(pad, __COUNTER__)[CACHE_LINE_SIZE]; \
    } __attribute__((aligned(CACHE_LINE_SIZE)))
#else
#define PADDED_MEMBERS(...) \
    struct { \
        __VA_ARGS__ \
    }
#endif

#define STAT(name) atomic_ullong name;

struct pmd_thread {
    PADDED_MEMBERS(STAT(hit) STAT(miss) STAT(cycles));    /* expect: fsfind-per-thread-slots|fsfind-adjacent-thread-fields */
    PADDED_MEMBERS(atomic_bool reload;);                  /* expect: fsfind-per-thread-slots|fsfind-adjacent-thread-fields */
    PADDED_MEMBERS(unsigned core_id; pthread_t thread;);
};

extern struct pmd_thread *pmds;
extern int n_pmds;

void pmd_count(struct pmd_thread *pmd, int hit, uint64_t cycles);
void pmd_process(struct pmd_thread *pmd);
#endif
