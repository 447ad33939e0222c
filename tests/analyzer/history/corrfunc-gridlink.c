// project: Corrfunc (utils/gridlink_impl.c.src)
// reference: https://github.com/manodeep/Corrfunc/pull/239 (review read)
// kind: first-touch
// starts: visible
// args: -fopenmp
// wrong: the main thread allocates and zeroes the histogram of each thread, which then only that thread adds to.
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *my_malloc(size_t size, int64_t n) {
    void *x = malloc(size * (size_t)n);
    if (!x) fprintf(stderr, "could not allocate %ld elements\n", (long)n);
    return x;
}

static void *my_calloc(size_t size, int64_t n) {
    void *x = my_malloc(size, n);
    if (x) memset(x, 0, size * (size_t)n); /* expect: fsfind-serial-first-touch */
    return x;
}

static int64_t cell_of(double x, double y, double z, const double *inv_size, const int *nmesh) {
    const int ix = (int)(x * inv_size[0]), iy = (int)(y * inv_size[1]), iz = (int)(z * inv_size[2]);
    return ((int64_t)ix * nmesh[1] + iy) * nmesh[2] + iz;
}

int64_t *count_cells(const double *x, const double *y, const double *z, int64_t np, const double *inv_size,
                     const int *nmesh, int64_t totncells) {
    const int nthreads = omp_get_max_threads();
    int64_t **occupation = my_malloc(sizeof(*occupation), nthreads);
    int64_t *result = my_malloc(sizeof(*result), totncells);
    if (!occupation || !result) return NULL;
#ifndef FIXED
    for (int t = 0; t < nthreads; t++) {
        occupation[t] = my_calloc(sizeof(int64_t), totncells); /* expect: fsfind-serial-first-touch */
        if (!occupation[t]) return NULL;
    }
#endif
#pragma omp parallel num_threads(nthreads)
    {
        const int tid = omp_get_thread_num();
#ifdef FIXED
        occupation[tid] = my_calloc(sizeof(int64_t), totncells);
#endif
        int64_t *mine = occupation[tid];
#pragma omp for schedule(static)
        for (int64_t i = 0; i < np; i++) mine[cell_of(x[i], y[i], z[i], inv_size, nmesh)]++;
#pragma omp for schedule(static)
        for (int64_t c = 0; c < totncells; c++) {
            int64_t sum = 0;
            for (int t = 0; t < nthreads; t++) sum += occupation[t][c];
            result[c] = sum;
        }
    }
    for (int t = 0; t < nthreads; t++) free(occupation[t]);
    free(occupation);
    return result;
}
