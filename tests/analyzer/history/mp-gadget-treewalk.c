// project: MP-Gadget (libgadget/treewalk.c)
// reference: https://github.com/MP-Gadget/MP-Gadget/pull/496 (read)
// kind: per-thread-array
// starts: visible
// args: -fopenmp -std=gnu11
// wrong: each thread counts its exports and its place in its part of the queue in small arrays with one element for each thread; it
//        does so for every particle of the walk. The mending is the one that the pull request proposes.
#include <omp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef double MyFloat;

struct data_index {
    int Task;
    int Index;
    size_t IndexGet;
};

struct data_nodelist {
    int NodeList[4];
};

enum TreeWalkReduceMode { TREEWALK_PRIMARY, TREEWALK_GHOSTS };

typedef struct {
    int ID;
    MyFloat Pos[3];
    MyFloat Hsml;
} TreeWalkQueryBase;

typedef struct {
    MyFloat Acc[3];
    int64_t Ninteractions;
} TreeWalkResultBase;

struct TreeWalk;

#ifdef FIXED
struct TreeWalkThreadLocals {
    size_t Nexport;
    size_t CurrentIndex;
    size_t CurrentEnd;
    char padding[64 - 3 * sizeof(size_t)];
} __attribute__((aligned(64)));
#endif

typedef struct {
    struct TreeWalk *tw;
    enum TreeWalkReduceMode mode;
    int target;
    int thread_id;
    int *exportflag;
    size_t *pNexport;
    struct data_index *DataIndexTable;
    int64_t Ninteractions;
} LocalTreeWalk;

typedef struct TreeWalk {
    const char *ev_label;
    int NTask;
    int NThread;
    size_t BunchSize;
    size_t WorkSetSize;
    int *WorkSet;
    int BufferFullFlag;
    int64_t Ninteractions;
    struct data_index **ExportTable_thread;
#ifdef FIXED
    struct TreeWalkThreadLocals *locals;
#define NEXPORT(tw, tid) (tw)->locals[tid].Nexport
#define CURRENT(tw, tid) (tw)->locals[tid].CurrentIndex
#define CURRENTEND(tw, tid) (tw)->locals[tid].CurrentEnd
#else
    size_t *Nexport_thread; /* expect: fsfind-per-thread-slots */
    size_t *currentIndex;   /* expect: fsfind-per-thread-slots */
    size_t *currentEnd;
#define NEXPORT(tw, tid) (tw)->Nexport_thread[tid]
#define CURRENT(tw, tid) (tw)->currentIndex[tid]
#define CURRENTEND(tw, tid) (tw)->currentEnd[tid]
#endif
    int (*haswork)(int i, struct TreeWalk *tw);
    int (*visit)(TreeWalkQueryBase *input, TreeWalkResultBase *output, LocalTreeWalk *lv);
    void (*fill)(int i, TreeWalkQueryBase *input, struct TreeWalk *tw);
    void (*reduce)(int i, TreeWalkResultBase *output, enum TreeWalkReduceMode mode, struct TreeWalk *tw);
} TreeWalk;

void endrun(int status, const char *message);
void exchange_exports(struct data_index *table, size_t n);

static void ev_init_thread(TreeWalk *tw, LocalTreeWalk *lv) {
    const int thread_id = omp_get_thread_num();

    memset(lv, 0, sizeof(*lv));
    lv->tw = tw;
    lv->thread_id = thread_id;
    lv->DataIndexTable = tw->ExportTable_thread[thread_id];
    lv->pNexport = &NEXPORT(tw, thread_id);
    lv->exportflag = malloc(tw->NTask * sizeof(int));
    for (int j = 0; j < tw->NTask; j++)
        lv->exportflag[j] = -1;
}

static void alloc_export_memory(TreeWalk *tw) {
    tw->ExportTable_thread = malloc(tw->NThread * sizeof(struct data_index *));
    for (int i = 0; i < tw->NThread; i++)
        tw->ExportTable_thread[i] = malloc(tw->BunchSize * sizeof(struct data_index));
#ifdef FIXED
    tw->locals = aligned_alloc(64, tw->NThread * sizeof(struct TreeWalkThreadLocals));
    memset(tw->locals, 0, tw->NThread * sizeof(struct TreeWalkThreadLocals));
#else
    tw->Nexport_thread = calloc(tw->NThread, sizeof(size_t));
    tw->currentIndex = calloc(tw->NThread, sizeof(size_t));
    tw->currentEnd = calloc(tw->NThread, sizeof(size_t));
#endif
    for (int i = 0; i < tw->NThread; i++) {
        CURRENT(tw, i) = i * tw->WorkSetSize / tw->NThread;
        CURRENTEND(tw, i) = (i + 1) * tw->WorkSetSize / tw->NThread;
    }
}

static void free_export_memory(TreeWalk *tw) {
    for (int i = 0; i < tw->NThread; i++)
        free(tw->ExportTable_thread[i]);
    free(tw->ExportTable_thread);
#ifdef FIXED
    free(tw->locals);
#else
    free(tw->Nexport_thread);
    free(tw->currentIndex);
    free(tw->currentEnd);
#endif
}

int treewalk_export_particle(LocalTreeWalk *lv, int task, int no) {
    const int target = lv->target;

    if (lv->exportflag[task] == target)
        return 0;
    lv->exportflag[task] = target;
    const size_t nexp = *lv->pNexport;
    if (nexp >= lv->tw->BunchSize)
        return -1;
    lv->DataIndexTable[nexp].Task = task;
    lv->DataIndexTable[nexp].Index = target;
    lv->DataIndexTable[nexp].IndexGet = no;
    *lv->pNexport = nexp + 1;
    return 0;
}

static int real_ev(TreeWalk *tw, LocalTreeWalk *lv) {
    const int tid = lv->thread_id;

    for (; CURRENT(tw, tid) < CURRENTEND(tw, tid); CURRENT(tw, tid)++) {
        const int i = tw->WorkSet[CURRENT(tw, tid)];
        TreeWalkQueryBase input;
        TreeWalkResultBase output;

        memset(&output, 0, sizeof(output));
        lv->target = i;
        tw->fill(i, &input, tw);
        if (tw->visit(&input, &output, lv) < 0)
            return -1;
        tw->reduce(i, &output, TREEWALK_PRIMARY, tw);
        lv->Ninteractions += output.Ninteractions;
    }
    return 0;
}

static size_t ev_primary(TreeWalk *tw) {
    int64_t ninteractions = 0;
    int bufferfull = 0;

    for (int i = 0; i < tw->NThread; i++)
        NEXPORT(tw, i) = 0;

#pragma omp parallel reduction(+ : ninteractions) reduction(| : bufferfull)
    {
        LocalTreeWalk lv[1];
        ev_init_thread(tw, lv);
        lv->mode = TREEWALK_PRIMARY;
        if (real_ev(tw, lv) < 0)
            bufferfull = 1;
        ninteractions += lv->Ninteractions;
        free(lv->exportflag);
    }
    tw->BufferFullFlag = bufferfull;
    tw->Ninteractions += ninteractions;

    size_t nexport = 0;
    for (int i = 0; i < tw->NThread; i++) {
        exchange_exports(tw->ExportTable_thread[i], NEXPORT(tw, i));
        nexport += NEXPORT(tw, i);
    }
    return nexport;
}

void treewalk_run(TreeWalk *tw, int *active_set, size_t size) {
    tw->NThread = omp_get_max_threads();
    tw->WorkSet = active_set;
    tw->WorkSetSize = size;
    alloc_export_memory(tw);
    do {
        if (ev_primary(tw) == 0 && tw->BufferFullFlag)
            endrun(5, "no space for a single export\n");
    } while (tw->BufferFullFlag);
    free_export_memory(tw);
    printf("%s: %ld interactions\n", tw->ev_label, (long)tw->Ninteractions);
}
