#include "stats.h"

int classify(const void *packet);
const void *rxq_next(unsigned core);
uint64_t cycles_now(void);

#define STAT_ADD(stat, n) \
    atomic_store_explicit(&(stat), atomic_load_explicit(&(stat), memory_order_relaxed) + (n), memory_order_relaxed)

void pmd_count(struct pmd_thread *pmd, int hit, uint64_t cycles) {
    if (hit)
        STAT_ADD(pmd->hit, 1);
    else
        STAT_ADD(pmd->miss, 1);
    STAT_ADD(pmd->cycles, cycles);
}

void pmd_process(struct pmd_thread *pmd) {
    const void *packet;
    while ((packet = rxq_next(pmd->core_id)) != 0) {
        const uint64_t start = cycles_now();
        pmd_count(pmd, classify(packet), cycles_now() - start);
    }
}
