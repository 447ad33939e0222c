#include "np_helper.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>

typedef struct {
        int nao;
        int naux;
        const double *cderi;
        const double *orbo;
        int nocc;
        double direct_scf_tol;
} DFEnvs;

static size_t tril_size(size_t n)
{
        return n * (n + 1) / 2;
}

static double dot(const double *a, const double *b, size_t n)
{
        double s = 0;
        for (size_t i = 0; i < n; i++) {
                s += a[i] * b[i];
        }
        return s;
}

static void unpack_row(double *row, const double *tril, int nao, int i)
{
        for (int j = 0; j < nao; j++) {
                row[j] = i >= j ? tril[tril_size(i) + j] : tril[tril_size(j) + i];
        }
}

int DFcount_significant(const DFEnvs *envs)
{
        int n = 0;
        size_t nao2 = tril_size(envs->nao);
        for (int p = 0; p < envs->naux; p++) {
                n += dot(envs->cderi + p * nao2, envs->cderi + p * nao2, nao2) > envs->direct_scf_tol;
        }
        return n;
}

double *DFhalf_transform(const DFEnvs *envs)
{
        const size_t nao = envs->nao, nocc = envs->nocc, naux = envs->naux;
        const size_t nao2 = tril_size(nao);
        double *buf = malloc(sizeof(double) * naux * nocc * nao);
        if (buf == NULL) {
                return NULL;
        }
#ifdef FIXED
        NPomp_dset0(naux, nocc * nao, buf, nocc * nao);
#else
        NPdset0(buf, naux * nocc * nao); /* expect: fsfind-serial-first-touch */
#endif
#pragma omp parallel
        {
                double *row = malloc(sizeof(double) * nao);
#pragma omp for schedule(static)
                for (size_t p = 0; p < naux; p++) {
                        double *out = buf + p * nocc * nao;
                        for (size_t i = 0; i < nao; i++) {
                                unpack_row(row, envs->cderi + p * nao2, nao, i);
                                for (size_t k = 0; k < nocc; k++) {
                                        out[k * nao + i] += dot(row, envs->orbo + k * nao, nao);
                                }
                        }
                }
                free(row);
        }
        return buf;
}

int DFvk_direct(double *vk, const DFEnvs *envs)
{
        const size_t nao = envs->nao, nocc = envs->nocc, naux = envs->naux;
        double *buf = DFhalf_transform(envs);
        if (buf == NULL) {
                return -1;
        }
#pragma omp parallel for schedule(static)
        for (size_t i = 0; i < nao; i++) {
                for (size_t j = 0; j <= i; j++) {
                        double s = 0;
                        for (size_t pk = 0; pk < naux * nocc; pk++) {
                                s += buf[pk * nao + i] * buf[pk * nao + j];
                        }
                        vk[i * nao + j] = s;
                }
        }
        NPdsymm_triu((int)nao, vk, HERMITIAN);
        free(buf);
        return 0;
}
