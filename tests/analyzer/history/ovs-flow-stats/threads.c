#include "stats.h"

#include <stdlib.h>
#include <unistd.h>

struct pmd_thread *pmds;
int n_pmds;

static void *pmd_thread_main(void *pmd_) {
    struct pmd_thread *pmd = pmd_;
    for (;;) {
        pmd_process(pmd);
        if (atomic_load_explicit(&pmd->reload, memory_order_acquire)) atomic_store(&pmd->reload, 0);
    }
    return NULL;
}

static void *revalidator(void *interval) {
    for (;;) {
        usleep(*(useconds_t *)interval);
        for (int i = 0; i < n_pmds; i++)
            if (atomic_load(&pmds[i].miss) > 1000) atomic_store(&pmds[i].reload, 1);
    }
    return NULL;
}

void create_threads(int n, useconds_t *interval) {
    pthread_t id;
    n_pmds = n;
#ifdef FIXED
    pmds = aligned_alloc(CACHE_LINE_SIZE, n * sizeof *pmds);
#else
    pmds = calloc(n, sizeof *pmds);
#endif
    for (int i = 0; i < n; i++) {
        pmds[i].core_id = i;
        pthread_create(&pmds[i].thread, NULL, pmd_thread_main, &pmds[i]);
    }
    pthread_create(&id, NULL, revalidator, interval);
}
