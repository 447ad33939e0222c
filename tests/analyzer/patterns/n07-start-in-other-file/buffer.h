#pragma once

struct grid {
  double *cells;
  long size;
};

void gridCreate(struct grid *grid, long size);
void gridStep(struct grid *grid);
