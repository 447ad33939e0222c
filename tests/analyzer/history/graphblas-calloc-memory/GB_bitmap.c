#include "GB.h"

GrB_Info GB_bitmap_new (GB_Matrix **handle, int64_t vlen, int64_t vdim, GB_Context Context)
{
    GB_Matrix *C = GB_malloc_memory (1, sizeof (GB_Matrix)) ;
    if (C == NULL) return (GrB_OUT_OF_MEMORY) ;
    C->vlen = vlen ;
    C->vdim = vdim ;
    C->nvals = 0 ;
    C->p = NULL ;
    C->i = NULL ;
    size_t cnz = (size_t) vlen * (size_t) vdim ;
    C->b = GB_calloc_memory (cnz, sizeof (int8_t), Context) ; /* expect: fsfind-serial-first-touch */
    C->x = GB_calloc_memory (cnz, sizeof (double), Context) ; /* expect: fsfind-serial-first-touch */
    if (C->b == NULL || C->x == NULL)
    {
        GB_free_memory (C->b) ;
        GB_free_memory (C->x) ;
        GB_free_memory (C) ;
        return (GrB_OUT_OF_MEMORY) ;
    }
    *handle = C ;
    return (GrB_SUCCESS) ;
}

GrB_Info GB_bitmap_saxpy (GB_Matrix *C, const GB_Matrix *A, const double *u, GB_Context Context)
{
    int nthreads = GB_nthreads ((double) A->p [A->vdim], Context->chunk, Context->nthreads_max) ;
    int64_t *restrict Ap = A->p ;
    int64_t *restrict Ai = A->i ;
    double *restrict Ax = A->x ;
    int8_t *restrict Cb = C->b ;
    double *restrict Cx = C->x ;
    int64_t cvlen = C->vlen ;
    int64_t cnvals = 0 ;

    int tid ;
    #pragma omp parallel for num_threads(nthreads) schedule(static) reduction(+:cnvals)
    for (tid = 0 ; tid < nthreads ; tid++)
    {
        int64_t jstart, jend, task_cnvals = 0 ;
        GB_PARTITION (jstart, jend, A->vdim, tid, nthreads) ;
        for (int64_t j = jstart ; j < jend ; j++)
        {
            int64_t pC = j * cvlen ;
            for (int64_t pA = Ap [j] ; pA < Ap [j+1] ; pA++)
            {
                int64_t i = Ai [pA] ;
                if (!Cb [pC + i])
                {
                    Cb [pC + i] = 1 ;
                    task_cnvals++ ;
                }
                Cx [pC + i] += Ax [pA] * u [j] ;
            }
        }
        cnvals += task_cnvals ;
    }
    C->nvals += cnvals ;
    return (GrB_SUCCESS) ;
}

GrB_Info GB_colsum (double *result, const GB_Matrix *A, GB_Context Context)
{
    int nthreads = GB_nthreads ((double) A->vlen * A->vdim, Context->chunk, Context->nthreads_max) ;
    int64_t j ;
    #pragma omp parallel for num_threads(nthreads) schedule(static)
    for (j = 0 ; j < A->vdim ; j++)
    {
        double s = 0 ;
        for (int64_t k = j * A->vlen ; k < (j+1) * A->vlen ; k++)
        {
            if (A->b [k]) s += A->x [k] ;
        }
        result [j] = s ;
    }
    return (GrB_SUCCESS) ;
}
