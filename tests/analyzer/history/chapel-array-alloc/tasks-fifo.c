#include "chpl-mem.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct {
  chpl_fn_p fun;
  void* arg;
} task_t;

static void* thread_begin(void* arg) {
  task_t* task = arg;
  (*task->fun)(task->arg);
  return NULL;
}

int chpl_task_getMaxPar(void) {
  long n = sysconf(_SC_NPROCESSORS_ONLN);
  return n > 0 ? (int)n : 1;
}

void chpl_task_coforall(int numTasks, chpl_fn_p fn, void* bundles, size_t bundleSize) {
  pthread_t* threads = calloc(numTasks, sizeof(pthread_t));
  task_t* tasks = calloc(numTasks, sizeof(task_t));

  for (int i = 0; i < numTasks; i++) {
    tasks[i].fun = fn;
    tasks[i].arg = (char*)bundles + i * bundleSize;
    if (pthread_create(&threads[i], NULL, thread_begin, &tasks[i])) abort();
  }
  for (int i = 0; i < numTasks; i++) pthread_join(threads[i], NULL);
  free(tasks);
  free(threads);
}
