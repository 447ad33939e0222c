#include "chpl-mem.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
  double* A;
  double* B;
  double* C;
  double alpha;
  int64_t lo, hi;
  char pad[64];
} coforall_bundle;

static void wrapcoforall_init(void* c) {
  coforall_bundle* b = c;
  for (int64_t i = b->lo; i < b->hi; i++) {
    b->A[i] = 0.0;
    b->B[i] = 1.0;
    b->C[i] = 2.0;
  }
}

static void wrapcoforall_triad(void* c) {
  coforall_bundle* b = c;
  for (int64_t i = b->lo; i < b->hi; i++) b->A[i] = b->B[i] + b->alpha * b->C[i];
}

static void chpl_divide(coforall_bundle* bundles, int numTasks, int64_t m, double* A, double* B, double* C, double alpha) {
  for (int t = 0; t < numTasks; t++) {
    bundles[t].A = A;
    bundles[t].B = B;
    bundles[t].C = C;
    bundles[t].alpha = alpha;
    bundles[t].lo = m * t / numTasks / 512 * 512;
    bundles[t].hi = t == numTasks - 1 ? m : m * (t + 1) / numTasks / 512 * 512;
  }
}

int chpl_user_main(int64_t m, int numTrials) {
  int numTasks = chpl_task_getMaxPar();
  double* A = chpl_mem_array_alloc(m, sizeof(double), 0, 21, 3);
  double* B = chpl_mem_array_alloc(m, sizeof(double), 0, 22, 3);
  double* C = chpl_mem_array_alloc(m, sizeof(double), 0, 23, 3);
  coforall_bundle* bundles = calloc(numTasks, sizeof(coforall_bundle));

  chpl_divide(bundles, numTasks, m, A, B, C, 3.0);
  chpl_task_coforall(numTasks, wrapcoforall_init, bundles, sizeof(coforall_bundle));
  for (int trial = 0; trial < numTrials; trial++)
    chpl_task_coforall(numTasks, wrapcoforall_triad, bundles, sizeof(coforall_bundle));
  printf("%f\n", A[m / 2]);
  free(bundles);
  chpl_mem_free(A);
  chpl_mem_free(B);
  chpl_mem_free(C);
  return 0;
}
