#include "GB.h"

static GB_Matrix *build_diagonal_band (int64_t n, int64_t band)
{
    GB_Matrix *A = GB_malloc_memory (1, sizeof (GB_Matrix)) ;
    if (A == NULL) return (NULL) ;
    A->vlen = A->vdim = n ;
    A->nvals = n * band ;
    A->b = NULL ;
    A->p = GB_malloc_memory ((size_t) n + 1, sizeof (int64_t)) ;
    A->i = GB_malloc_memory ((size_t) (n * band), sizeof (int64_t)) ;
    A->x = GB_malloc_memory ((size_t) (n * band), sizeof (double)) ;
    #pragma omp parallel for schedule(static)
    for (int64_t j = 0 ; j <= n ; j++)
    {
        A->p [j] = j * band ;
        for (int64_t k = 0 ; j < n && k < band ; k++)
        {
            A->i [j * band + k] = (j + k) % n ;
            A->x [j * band + k] = 1.0 / (double) (k + 1) ;
        }
    }
    return (A) ;
}

int main (int argc, char **argv)
{
    GB_Context_struct Context = { omp_get_max_threads ( ), GB_CHUNK_DEFAULT } ;
    int64_t n = argc > 1 ? strtoll (argv [1], NULL, 10) : 4096 ;
    GB_Matrix *A = build_diagonal_band (n, 8), *C = NULL ;
    double *u = GB_malloc_memory ((size_t) n, sizeof (double)) ;
    double *r = GB_malloc_memory ((size_t) n, sizeof (double)) ;

    #pragma omp parallel for schedule(static)
    for (int64_t j = 0 ; j < n ; j++) u [j] = 1 ;
    if (GB_bitmap_new (&C, n, n, &Context) != GrB_SUCCESS) return (1) ;
    for (int trial = 0 ; trial < 10 ; trial++)
    {
        GB_bitmap_saxpy (C, A, u, &Context) ;
        GB_colsum (r, C, &Context) ;
    }
    printf ("nvals: %lld first: %g\n", (long long) C->nvals, r [0]) ;
    return (0) ;
}
