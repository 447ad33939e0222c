/* Each stage has a thread and a count of its own. As written, all stages run at once; mended, the helper that starts
   a stage waits for it, so that no two run at the same time. */
#include <pthread.h>

#define STAGES 4

static long done[STAGES]; /* expect: fsfind-per-thread-slots */
static pthread_t stages[STAGES];

static void *run_stage(void *arg) {
  long stage = (long)arg;
  for (long k = 0; k < 1000000; k++)
    done[stage] += k & stage;
  return 0;
}

static void begin_stage(int stage) {
  pthread_create(&stages[stage], 0, run_stage, (void *)(long)stage);
#ifdef FIXED
  pthread_join(stages[stage], 0);
#endif
}

int main(void) {
  for (int i = 0; i < STAGES; i++)
    begin_stage(i);
#ifndef FIXED
  for (int i = 0; i < STAGES; i++)
    pthread_join(stages[i], 0);
#endif
  return (int)done[0];
}
