// project: MPICH (mpid/ch4, per-vci structure)
// reference: https://github.com/pmodels/mpich/pull/4217 (review read: the alignment was held to be critical) and pull/5221 (read)
// kind: lock-table
// starts: hidden
// wrong: the communication contexts that threads hash onto, each with its lock and progress count, are packed in one array.
#include <pthread.h>
#include <stdint.h>

#define MPL_CACHELINE_SIZE 64
#define MPIDI_CH4_MAX_VCIS 64

#ifdef FIXED
#define MPL_ATTR_ALIGNED(n) __attribute__((aligned(n)))
#else
#define MPL_ATTR_ALIGNED(n)
#endif

typedef struct {
    pthread_mutex_t mutex; /* expect: fsfind-per-thread-slots|fsfind-adjacent-thread-fields */
} MPID_Thread_mutex_t;

typedef struct MPIDI_vci {
    MPID_Thread_mutex_t lock; /* expect: fsfind-per-thread-slots|fsfind-adjacent-thread-fields */
    int progress_count;       /* expect: fsfind-per-thread-slots|fsfind-adjacent-thread-fields */
} MPL_ATTR_ALIGNED(MPL_CACHELINE_SIZE) MPIDI_vci_t;

typedef struct {
    int n_vcis;
    int is_initialized;
    MPIDI_vci_t vci[MPIDI_CH4_MAX_VCIS] MPL_ATTR_ALIGNED(MPL_CACHELINE_SIZE);
} MPIDI_CH4_Global_t;

MPIDI_CH4_Global_t MPIDI_global;

#define MPIDI_VCI(i) MPIDI_global.vci[i]
#define MPIDI_VCI_LOCK(i) pthread_mutex_lock(&MPIDI_VCI(i).lock.mutex)
#define MPIDI_VCI_UNLOCK(i) pthread_mutex_unlock(&MPIDI_VCI(i).lock.mutex)

struct comm {
    int context_id;
    int seq;
};

int netmod_isend(const void *buf, int count, int dest, int vci);
int netmod_progress(int vci, int blocking);

static inline int get_vci(const struct comm *comm, int tag) {
    return (comm->context_id + tag) % MPIDI_global.n_vcis;
}

int MPID_Init_vcis(int provided) {
    MPIDI_global.n_vcis = provided;
    for (int i = 0; i < provided; i++) {
        pthread_mutex_init(&MPIDI_VCI(i).lock.mutex, NULL);
        MPIDI_VCI(i).progress_count = 0;
    }
    MPIDI_global.is_initialized = 1;
    return 0;
}

int MPID_Isend(const void *buf, int count, int dest, int tag, struct comm *comm) {
    const int vci = get_vci(comm, tag);
    MPIDI_VCI_LOCK(vci);
    int err = netmod_isend(buf, count, dest, vci);
    MPIDI_VCI_UNLOCK(vci);
    return err;
}

static int progress_one(int vci) {
    MPIDI_VCI_LOCK(vci);
    int made = netmod_progress(vci, 0);
    if (made) MPIDI_VCI(vci).progress_count++;
    MPIDI_VCI_UNLOCK(vci);
    return made;
}

int MPID_Wait(struct comm *comm, int tag, volatile int *done) {
    const int vci = get_vci(comm, tag);
    while (!*done) progress_one(vci);
    return 0;
}
