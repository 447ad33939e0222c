// suspect: threads, object
#pragma once
#ifdef FIXED
#include "lines.h"
#endif
struct signal {
  unsigned long trams; // expect: fsfind-per-thread-slots | fsfind-ineffective-padding
  unsigned long wheels;
  unsigned long late;
} on_its_line;
#define MAX_CORES 16
struct line {
  const char *name;
  struct signal signals[MAX_CORES];
  int count;
};

struct gate {
  struct line *line;
  int (*poll)(struct gate *gate, int most);
  unsigned core;
};

int next_tram(struct gate *gate, int *wheels);
void gate_register(struct gate *gate, int (*poll)(struct gate *, int));
