#ifndef GB_H
#define GB_H
// project: SuiteSparse:GraphBLAS (Source/GB_calloc_memory.c, GB_memset.c, GB_AxB_saxpy)
// reference: reduced from memory; the released code clears workspaces with GB_memset, which splits the block among the threads
// kind: first-touch
// starts: visible
// args: -fopenmp -std=gnu11
// wrong: workspaces and the arrays of a full or bitmap matrix are cleared with one memset in the thread that asks for them; the
//        kernels, in other files, run over them with all threads.
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <omp.h>

#define GB_IMIN(x, y) (((x) < (y)) ? (x) : (y))
#define GB_IMAX(x, y) (((x) > (y)) ? (x) : (y))
#define GB_PART(tid, n, ntasks) ((int64_t) (((tid) * ((double) (n))) / ((double) (ntasks))))
#define GB_PARTITION(p1, p2, n, tid, nthreads) \
    p1 = ((tid) == 0) ? 0 : GB_PART ((tid), n, nthreads) ; \
    p2 = ((tid) == (nthreads)-1) ? (n) : GB_PART ((tid)+1, n, nthreads)
#define GB_MEM_CHUNK (1024*1024)
#define GB_CHUNK_DEFAULT (64*1024)

typedef enum { GrB_SUCCESS = 0, GrB_OUT_OF_MEMORY = -102 } GrB_Info ;

typedef struct
{
    int nthreads_max ;
    double chunk ;
} GB_Context_struct ;
typedef GB_Context_struct *GB_Context ;

typedef struct
{
    int64_t vlen, vdim ;
    int64_t *p ;
    int64_t *i ;
    int8_t *b ;
    double *x ;
    int64_t nvals ;
} GB_Matrix ;

static inline int GB_nthreads (double work, double chunk, int nthreads_max)
{
    work = GB_IMAX (work, 1) ;
    chunk = GB_IMAX (chunk, 1) ;
    int64_t nthreads = (int64_t) floor (work / chunk) ;
    nthreads = GB_IMIN (nthreads, nthreads_max) ;
    return ((int) GB_IMAX (nthreads, 1)) ;
}

void *GB_malloc_memory (size_t nitems, size_t size_of_item) ;
void *GB_calloc_memory (size_t nitems, size_t size_of_item, GB_Context Context) ;
void GB_free_memory (void *p) ;
#ifdef FIXED
void GB_memset (void *dest, const int c, size_t n, int nthreads) ;
#endif
GrB_Info GB_bitmap_new (GB_Matrix **handle, int64_t vlen, int64_t vdim, GB_Context Context) ;
GrB_Info GB_bitmap_saxpy (GB_Matrix *C, const GB_Matrix *A, const double *u, GB_Context Context) ;
GrB_Info GB_colsum (double *result, const GB_Matrix *A, GB_Context Context) ;

#endif
