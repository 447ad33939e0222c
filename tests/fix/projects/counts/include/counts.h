#pragma once

#define LANES 4

extern long hits[LANES];
extern long misses[LANES];

void add(long *count, long by);
