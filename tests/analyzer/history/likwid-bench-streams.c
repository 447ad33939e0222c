// project: LIKWID (bench/src/allocator.c, bench.c and threads.c)
// reference: https://github.com/RRZE-HPC/likwid/issues/210 and pulls 212, 247 (read)
// kind: first-touch
// starts: visible
// wrong: the streams of a workgroup are allocated and filled by the main thread, pinned to the group's first core, though the
//        group may span several memory domains; its threads then each run over their part.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX_STREAMS 4

typedef enum { SINGLE = 0, DOUBLE, INT } DataType;

typedef struct {
    char *tag;
    int numberOfThreads;
    int *processorIds;
    uint64_t size;
    uint64_t iter;
    DataType type;
    int numStreams;
    void *streams[MAX_STREAMS];
} Workgroup;

typedef struct {
    int threadId;
    int globalThreadId;
    uint64_t offset;
    uint64_t size;
    Workgroup *group;
} ThreadUserData;

extern pthread_barrier_t threads_barrier;
static pthread_t *threads;
static ThreadUserData *threads_data;

void affinity_pinThread(int processor);
void affinity_pinProcess(int processor);

static uint64_t typesize(DataType type) {
    return type == DOUBLE ? sizeof(double) : type == SINGLE ? sizeof(float) : sizeof(int);
}

static void fill_vector(void *ptr, DataType type, uint64_t begin, uint64_t end) {
    switch (type) {
    case INT: {
        int *v = (int *) ptr;
        for (uint64_t i = begin; i < end; i++) v[i] = 1; /* expect: fsfind-serial-first-touch */
        break;
    }
    case SINGLE: {
        float *v = (float *) ptr;
        for (uint64_t i = begin; i < end; i++) v[i] = 1.0f; /* expect: fsfind-serial-first-touch */
        break;
    }
    case DOUBLE: {
        double *v = (double *) ptr;
        for (uint64_t i = begin; i < end; i++) v[i] = 1.0; /* expect: fsfind-serial-first-touch */
        break;
    }
    }
}

void allocator_allocateVector(void **ptr, int alignment, uint64_t size, DataType type, int processor) {
    const uint64_t bytes = size * typesize(type);
    const int errorCode = posix_memalign(ptr, alignment, bytes);

    if (errorCode == EINVAL) {
        fprintf(stderr, "Error: Alignment parameter is not a power of two\n");
        exit(EXIT_FAILURE);
    }
    if (errorCode == ENOMEM) {
        fprintf(stderr, "Error: Insufficient memory to fulfill the request\n");
        exit(EXIT_FAILURE);
    }
    affinity_pinProcess(processor);
#ifndef FIXED
    fill_vector(*ptr, type, 0, size); /* expect: fsfind-serial-first-touch */
#endif
}

void *runTest(void *arg) {
    ThreadUserData *data = (ThreadUserData *) arg;
    Workgroup *group = data->group;

    affinity_pinThread(group->processorIds[data->threadId]);
#ifdef FIXED
    for (int s = 0; s < group->numStreams; s++) {
        fill_vector(group->streams[s], group->type, data->offset, data->offset + data->size);
    }
#endif
    pthread_barrier_wait(&threads_barrier);

    double *a = (double *) group->streams[0] + data->offset;
    double *b = (double *) group->streams[1] + data->offset;
    double *c = (double *) group->streams[2] + data->offset;
    for (uint64_t n = 0; n < group->iter; n++) {
        for (uint64_t i = 0; i < data->size; i++) a[i] = b[i] + 3.0 * c[i];
    }

    pthread_barrier_wait(&threads_barrier);
    return NULL;
}

int bench_run(Workgroup *groups, int numberOfWorkgroups) {
    int total = 0, global = 0;

    for (int g = 0; g < numberOfWorkgroups; g++) {
        Workgroup *group = &groups[g];
        total += group->numberOfThreads;
        for (int s = 0; s < group->numStreams; s++) {
            allocator_allocateVector(&group->streams[s], 4096, group->size, group->type, group->processorIds[0]);
        }
    }

    threads = (pthread_t *) malloc(total * sizeof(pthread_t));
    threads_data = (ThreadUserData *) malloc(total * sizeof(ThreadUserData));
    pthread_barrier_init(&threads_barrier, NULL, total);

    for (int g = 0; g < numberOfWorkgroups; g++) {
        Workgroup *group = &groups[g];
        const uint64_t part = group->size / group->numberOfThreads / 512 * 512;
        for (int t = 0; t < group->numberOfThreads; t++, global++) {
            ThreadUserData *data = &threads_data[global];
            data->threadId = t;
            data->globalThreadId = global;
            data->group = group;
            data->size = part;
            data->offset = t * part;
        }
    }
    for (int i = 0; i < total; i++) pthread_create(&threads[i], NULL, runTest, &threads_data[i]);
    for (int i = 0; i < total; i++) pthread_join(threads[i], NULL);

    pthread_barrier_destroy(&threads_barrier);
    free(threads);
    free(threads_data);
    return 0;
}
