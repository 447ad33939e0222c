#include "util.h"
#include <string.h>

void *
xzalloc_cacheline(size_t size)
{
    void *p;

    if (posix_memalign(&p, CACHE_LINE_SIZE, size ? size : 1)) {
        abort();
    }
    memset(p, 0, size);
    return p;
}

void
free_cacheline(void *p)
{
    free(p);
}
