// project: darktable (develop/masks/gradient.c)
// reference: https://github.com/darktable-org/darktable/pull/8711 (review read)
// kind: per-thread-array
// starts: visible
// also-true: fsfind-partition-edges
// args: -fopenmp
// wrong: the running count of each thread is an element of a calloc'd array of 32-bit counters.
#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <stdlib.h>

#define DT_CACHELINE 64

typedef struct gradient_t {
    float anchor[2];
    float rotation;
    float curvature;
} gradient_t;

static float *points_of(int thread, float *points, int per_thread) {
    return points + (size_t)2 * thread * per_thread;
}

static int on_canvas(float x, float y, float wd, float ht) {
    return x >= -wd && y >= -ht && x <= 2 * wd && y <= 2 * ht;
}

#ifdef FIXED
static void *alloc_perthread(int n, size_t size, size_t *padded) {
    *padded = (size + DT_CACHELINE - 1) / DT_CACHELINE * DT_CACHELINE;
    return aligned_alloc(DT_CACHELINE, n * *padded);
}
#define PERTHREAD(base, padded, i) ((uint32_t *)((char *)(base) + (size_t)(i) * (padded)))
#endif

int gradient_get_points(const gradient_t *g, float wd, float ht, float *points, int per_thread, int total) {
    const int nthreads = omp_get_max_threads();
#ifdef FIXED
    size_t padded;
    uint32_t *counts = alloc_perthread(nthreads, sizeof(uint32_t), &padded);
    for (int t = 0; t < nthreads; t++) *PERTHREAD(counts, padded, t) = 0;
#else
    uint32_t *counts = calloc(nthreads, sizeof(uint32_t)); /* expect: fsfind-per-thread-slots */
#endif
    const float cosv = cosf(g->rotation);
    const float sinv = sinf(g->rotation);
#pragma omp parallel for schedule(static)
    for (int i = 0; i < total; i++) {
        const int t = omp_get_thread_num();
        const float xi = (2.0f * i / total) - 1.0f;
        const float yi = g->curvature * xi * xi;
        const float x = (cosv * xi + sinv * yi + g->anchor[0]) * wd;
        const float y = (cosv * yi - sinv * xi + g->anchor[1]) * ht;
        if (!on_canvas(x, y, wd, ht)) continue;
#ifdef FIXED
        uint32_t *count = PERTHREAD(counts, padded, t);
        float *out = points_of(t, points, per_thread) + 2 * (*count)++;
#else
        float *out = points_of(t, points, per_thread) + 2 * counts[t];
        counts[t]++; /* expect: fsfind-per-thread-slots */
#endif
        out[0] = x;
        out[1] = y;
    }
    int sum = 0;
    for (int t = 0; t < nthreads; t++) {
#ifdef FIXED
        sum += (int)*PERTHREAD(counts, padded, t);
#else
        sum += (int)counts[t];
#endif
    }
    free(counts);
    return sum;
}
