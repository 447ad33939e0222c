// Only a word of its own tells that each thread has a berth.
#define MAX_BERTH 64

static _Atomic long counts[MAX_BERTH];

void note(int berth) {
  for (;;)
    counts[berth]++;
}

long total(void) {
  long sum = 0;
  for (int i = 0; i < MAX_BERTH; i++)
    sum += counts[i];
  return sum;
}
