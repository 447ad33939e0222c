#include "pipe.h"

void drain() {
  for (int i = 0; i < 1000000; ++i)
    pipe.drained++;
}
