// args: -std=gnu11
#include "tram.h"

unsigned long line_trams(const struct line *line) {
  unsigned long sum = 0;
  for (int i = 0; i < line->count; i++)
    sum += line->signals[i].trams;
  return sum;
}
