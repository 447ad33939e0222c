// Objects of two types that an allocator of the program's own cuts from a static buffer.
#include "tests/naming/programs/support.h"

#include <pthread.h>
#include <stdalign.h>
#include <stddef.h>

enum { WORKERS = 3, ROUNDS = 20000 };

struct task {
  unsigned long steps;
  int state;
};

struct log {
  unsigned lines;
  unsigned long bytes;
};

static alignas(64) char arena[1024];
static size_t used;

static void *arena_take(size_t size) {
  void *taken = arena + used;
  used += (size + 15) / 16 * 16;
  return taken;
}

static void *step(void *argument) {
  struct task *task = argument;
  for (unsigned round = 0; round < ROUNDS; ++round) {
    task->state = (int)(work(round) & 3);
    task->steps++;
  }
  return NULL;
}

static void *append(void *argument) {
  struct log *log = argument;
  for (unsigned round = 0; round < ROUNDS; ++round) {
    log->bytes += work(round) & 127;
    if (round % 2)
      log->lines++;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[WORKERS + 1];
  struct log *log = arena_take(sizeof *log);
  TELL_MEMBER("heap", "", -1, "struct log", *log, lines);
  tell("global", "arena", -1, "char", "", &log->lines, sizeof log->lines);
  TELL_MEMBER("heap", "", -1, "struct log", *log, bytes);
  tell("global", "arena", -1, "char", "", &log->bytes, sizeof log->bytes);
  for (int i = 0; i < WORKERS; ++i) {
    struct task *task = arena_take(sizeof *task);
    TELL_MEMBER("heap", "", -1, "struct task", *task, steps);
    tell("global", "arena", -1, "char", "", &task->steps, sizeof task->steps);
    TELL_MEMBER("heap", "", -1, "struct task", *task, state);
    tell("global", "arena", -1, "char", "", &task->state, sizeof task->state);
    pthread_create(&threads[i], NULL, step, task);
  }
  pthread_create(&threads[WORKERS], NULL, append, log);
  for (int i = 0; i <= WORKERS; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
