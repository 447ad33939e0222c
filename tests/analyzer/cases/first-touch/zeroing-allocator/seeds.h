/* args: -std=gnu11 -fopenmp */
#pragma once
#include <stdint.h>
#include <stdlib.h>
struct bank {
  int8_t *present;
  double *viability;
  int64_t drawers;
};
int threads_for(int64_t work);
void *take(size_t count, size_t size);
void *take_zeroed(size_t count, size_t size);
int new_bank(struct bank **made, size_t drawers);
double germinate(struct bank *bank, const double *humidity);
