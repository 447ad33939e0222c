// project: CP2K (grid/ref/grid_ref_task_list.c)
// reference: https://github.com/cp2k/cp2k/pull/1115 (read)
// kind: partition-edges
// starts: visible
// args: -fopenmp
// wrong: the grids of all threads are cut from one malloc without rounding, so neighbouring grids meet in a line.
#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int level, iatom, jatom;
    double zeta, radius, weight;
    int first_point, npoints;
} grid_task;

static void collocate(const grid_task *task, int npts, double *grid) {
    for (int i = 0; i < task->npoints; i++) {
        const double r = task->radius * i;
        grid[(task->first_point + i) % npts] += task->weight * exp(-task->zeta * r * r);
    }
}

void grid_collocate_task_list(const grid_task *tasks, int ntasks, int npts_local, double *result) {
    const int nthreads = omp_get_max_threads();
#ifdef FIXED
    const uintptr_t align1 = 4096 - 1;
    const size_t wanted = (size_t)npts_local * sizeof(double);
    const size_t grid_size = (wanted + align1) & ~align1;
    void *const pool = malloc(grid_size * nthreads + align1);
    const uintptr_t aligned = ((uintptr_t)pool + align1) & ~align1;
#pragma omp parallel num_threads(nthreads)
    {
        double *const my_grid = (double *)(aligned + omp_get_thread_num() * grid_size);
        memset(my_grid, 0, wanted);
#pragma omp for schedule(static)
        for (int i = 0; i < ntasks; i++) collocate(&tasks[i], npts_local, my_grid);
    }
#define GRID_OF(t) ((double *)(aligned + (t)*grid_size))
#else
    const size_t grid_size = (size_t)npts_local;
    double *const pool = malloc(nthreads * grid_size * sizeof(double)); /* expect: fsfind-partition-edges|fsfind-per-thread-slots */
#pragma omp parallel num_threads(nthreads)
    {
        double *const my_grid = &pool[omp_get_thread_num() * grid_size]; /* expect: fsfind-partition-edges|fsfind-per-thread-slots */
        memset(my_grid, 0, grid_size * sizeof(double));
#pragma omp for schedule(static)
        for (int i = 0; i < ntasks; i++) collocate(&tasks[i], npts_local, my_grid);
    }
#define GRID_OF(t) (&pool[(t)*grid_size])
#endif
    for (int t = 0; t < nthreads; t++)
        for (int i = 0; i < npts_local; i++) result[i] += GRID_OF(t)[i];
    free(pool);
}
