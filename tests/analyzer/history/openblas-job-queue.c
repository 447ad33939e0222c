// project: OpenBLAS (driver/level3/level3_thread.c)
// reference: reduced from memory; the released job table spaces its flags by a line
// kind: hot-flag
// starts: hidden
// also-true: fsfind-serial-first-touch
// wrong: threads hand each other packed panels through a table of flags; the flags of different threads are neighbours.
#include <stdlib.h>

#define MAX_CPU_NUMBER 64
#define DIVIDE_RATE 2
#ifdef FIXED
#define CACHE_LINE_SIZE 8
#else
#define CACHE_LINE_SIZE 1
#endif

typedef long BLASLONG;

typedef struct {
    volatile BLASLONG working[MAX_CPU_NUMBER][CACHE_LINE_SIZE * DIVIDE_RATE]; /* expect: fsfind-per-thread-slots|fsfind-adjacent-thread-fields */
} __attribute__((aligned(64))) job_t;

typedef struct {
    BLASLONG m, n, k, lda, ldb;
    double *a, *b, *c;
    void *common;
    BLASLONG nthreads;
} blas_arg_t;

typedef struct blas_queue {
    int (*routine)(blas_arg_t *, BLASLONG *, BLASLONG *, double *, double *, BLASLONG);
    blas_arg_t *args;
    struct blas_queue *next;
} blas_queue_t;

int exec_blas(BLASLONG num, blas_queue_t *queue);
void gemm_pack(BLASLONG k, BLASLONG n, const double *from, double *to);
void gemm_kernel(BLASLONG m, BLASLONG n, BLASLONG k, const double *sa, const double *sb, double *c);

#define YIELDING __asm__ __volatile__("nop;nop;nop;nop;")

static int inner_thread(blas_arg_t *args, BLASLONG *range_m, BLASLONG *range_n, double *sa, double *sb, BLASLONG mypos) {
    job_t *job = args->common;
    const BLASLONG nthreads = args->nthreads;
    for (BLASLONG ls = 0; ls < args->k; ls += 256) {
        for (int side = 0; side < DIVIDE_RATE; side++) {
            for (BLASLONG i = 0; i < nthreads; i++)
                while (job[mypos].working[i][CACHE_LINE_SIZE * side]) YIELDING;
            gemm_pack(256, range_n[mypos + 1] - range_n[mypos], args->b + ls, sb + side * 4096);
            for (BLASLONG i = 0; i < nthreads; i++) job[mypos].working[i][CACHE_LINE_SIZE * side] = (BLASLONG)(sb + side * 4096);
        }
        for (BLASLONG current = 0; current < nthreads; current++)
            for (int side = 0; side < DIVIDE_RATE; side++) {
                while (job[current].working[mypos][CACHE_LINE_SIZE * side] == 0) YIELDING;
                gemm_kernel(range_m[1] - range_m[0], 256, 256, sa, (double *)job[current].working[mypos][CACHE_LINE_SIZE * side],
                            args->c);
                job[current].working[mypos][CACHE_LINE_SIZE * side] = 0;
            }
    }
    return 0;
}

int gemm_thread(blas_arg_t *args) {
    blas_queue_t queue[MAX_CPU_NUMBER];
    job_t *job = aligned_alloc(64, MAX_CPU_NUMBER * sizeof(job_t));
    for (BLASLONG i = 0; i < args->nthreads; i++) {
        for (BLASLONG j = 0; j < args->nthreads; j++)
            for (int k = 0; k < DIVIDE_RATE; k++) job[i].working[j][CACHE_LINE_SIZE * k] = 0;
        queue[i].routine = inner_thread;
        queue[i].args = args;
        queue[i].next = &queue[i + 1];
    }
    args->common = job;
    queue[args->nthreads - 1].next = NULL;
    return exec_blas(args->nthreads, queue);
}
