#include "GB.h"

void *GB_malloc_memory (size_t nitems, size_t size_of_item)
{
    nitems = GB_IMAX (1, nitems) ;
    size_of_item = GB_IMAX (1, size_of_item) ;
    if (nitems > SIZE_MAX / size_of_item) return (NULL) ;
    return (malloc (nitems * size_of_item)) ;
}

#ifdef FIXED
void GB_memset (void *dest, const int c, size_t n, int nthreads)
{
    if (nthreads <= 1 || n <= GB_MEM_CHUNK)
    {
        memset (dest, c, n) ;
        return ;
    }
    size_t nchunks = 1 + (n / GB_MEM_CHUNK) ;
    nthreads = (int) GB_IMIN ((size_t) nthreads, nchunks) ;
    int64_t k ;
    #pragma omp parallel for num_threads(nthreads) schedule(static)
    for (k = 0 ; k < (int64_t) nchunks ; k++)
    {
        size_t start = (size_t) k * GB_MEM_CHUNK ;
        if (start < n)
        {
            size_t chunk = GB_IMIN (n - start, GB_MEM_CHUNK) ;
            memset ((char *) dest + start, c, chunk) ;
        }
    }
}
#endif

void *GB_calloc_memory (size_t nitems, size_t size_of_item, GB_Context Context)
{
    void *p = GB_malloc_memory (nitems, size_of_item) ;
    if (p == NULL) return (NULL) ;
    size_t size = GB_IMAX (1, nitems) * GB_IMAX (1, size_of_item) ;
#ifdef FIXED
    GB_memset (p, 0, size, Context ? Context->nthreads_max : 1) ;
#else
    (void) Context ;
    memset (p, 0, size) ; /* expect: fsfind-serial-first-touch */
#endif
    return (p) ;
}

void GB_free_memory (void *p) { free (p) ; }
