#include "buffer.h"

int main(void) {
  struct grid grid;
  gridCreate(&grid, 100000000);
  for (int i = 0; i < 100; i++)
    gridStep(&grid);
  return 0;
}
