#include "np_helper.h"

#include <string.h>

void NPdset0(double *p, const size_t n)
{
        size_t i;
        for (i = 0; i < n; i++) {
                p[i] = 0; /* expect: fsfind-serial-first-touch */
        }
}

#ifdef FIXED
void NPomp_dset0(const size_t m, const size_t n, double *out, const size_t ld)
{
#pragma omp parallel for schedule(static)
        for (size_t i = 0; i < m; i++) {
                memset(out + i * ld, 0, n * sizeof(double));
        }
}
#endif

void NPdcopy(double *out, const double *in, const size_t n)
{
        size_t i;
        for (i = 0; i < n; i++) {
                out[i] = in[i];
        }
}

void NPdsymm_triu(int n, double *mat, int hermi)
{
        size_t nn = n;
        for (size_t j0 = 0; j0 < nn; j0 += BLOCK_DIM) {
                size_t j1 = j0 + BLOCK_DIM < nn ? j0 + BLOCK_DIM : nn;
                for (size_t i = 0; i < j1; i++) {
                        for (size_t j = i > j0 ? i : j0; j < j1; j++) {
                                mat[i * nn + j] = hermi == HERMITIAN ? mat[j * nn + i] : -mat[j * nn + i];
                        }
                }
        }
}
