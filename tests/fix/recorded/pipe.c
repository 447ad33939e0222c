// The ends of a pipe lie in a record of their own, and which thread moves which end is decided by
// a table of functions.
#define _POSIX_C_SOURCE 200809L // barriers
#include <pthread.h>
#include <stdio.h>

#define ROUNDS 20000

struct ends {
  volatile unsigned head;
  volatile unsigned tail;
};

struct pipe {
  char name[16];
  struct ends ends;
  int open;
};

static struct pipe the_pipe = {.name = "pipe", .open = 1};
static pthread_barrier_t both;

typedef void (*move_t)(struct ends *);
static void push(struct ends *ends) {
  ends->head = ends->head + 1;
}
static void pop(struct ends *ends) {
  ends->tail = ends->tail + 1;
}
static move_t moves[2] = {push, pop};

static void *run(void *argument) {
  const move_t move = *(move_t *)argument;
  pthread_barrier_wait(&both);
  for (int i = 0; i < ROUNDS; i++)
    move(&the_pipe.ends);
  return NULL;
}

int main(int argc, char **argv) {
  (void)argv;
#ifdef SIZES
  if (argc > 1)
    return printf("ends %zu\n", sizeof(struct ends)) < 0;
#endif
  pthread_t threads[2];
  pthread_barrier_init(&both, NULL, 2);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, run, &moves[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  printf("%u %u\n", the_pipe.ends.head, the_pipe.ends.tail);
  return 0;
}
