#pragma once
// project: PySCF (pyscf/lib/np_helper, pyscf/lib/vhf)
// reference: https://github.com/pyscf/pyscf/pull/2515 (read)
// kind: first-touch
// starts: visible
// args: -fopenmp
// wrong: the helper that sets fresh matrices to zero is a serial loop, called by the main thread before the threads contract
//        integrals into these matrices; the pull request gives helpers that do so in parallel.
#include <stddef.h>

#define BLOCK_DIM 104
#define HERMITIAN 1
#define ANTIHERMI 2

void NPdset0(double *p, const size_t n);
void NPdcopy(double *out, const double *in, const size_t n);
void NPdsymm_triu(int n, double *mat, int hermi);
#ifdef FIXED
void NPomp_dset0(const size_t m, const size_t n, double *out, const size_t ld);
#endif
