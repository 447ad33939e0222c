// Records within a record whose members have writers of their own, and objects of two kinds that
// the allocator puts beside each other.
#define _POSIX_C_SOURCE 200809L // barriers
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define ROUNDS 20000
#define CRANES 4

struct load {
  volatile unsigned tons;
  volatile unsigned lifts;
};

struct yard {
  struct {
    struct load north;
    struct load south;
  } cranes;
  struct {
    volatile unsigned in;
    volatile unsigned out;
  } gate;
};

struct hook {
  volatile unsigned height;
  unsigned limit;
};

struct rope {
  volatile unsigned long length;
};

struct gear {
  struct hook *hook;
  struct rope *rope;
  int number;
};

static struct yard yard;
static pthread_barrier_t start;

static void lift(struct load *load) {
  for (int i = 0; i < ROUNDS; i++) {
    load->tons = load->tons + 2;
    load->lifts = load->lifts + 1;
  }
}

static void pass(volatile unsigned *count) {
  for (int i = 0; i < ROUNDS; i++)
    *count = *count + 1;
}

static void *work(void *argument) {
  struct gear *gear = argument;
  pthread_barrier_wait(&start);
  for (int i = 0; i < ROUNDS; i++) {
    gear->hook->height = gear->hook->height + 1;
    gear->rope->length = gear->rope->length + 3;
  }
  switch (gear->number) {
  case 0:
    lift(&yard.cranes.north);
    break;
  case 1:
    lift(&yard.cranes.south);
    break;
  case 2:
    pass(&yard.gate.in);
    break;
  default:
    pass(&yard.gate.out);
  }
  return NULL;
}

int main(void) {
  struct gear gears[CRANES];
  pthread_t threads[CRANES];
  pthread_barrier_init(&start, NULL, CRANES);
  for (int i = 0; i < CRANES; i++) {
    gears[i].number = i;
    gears[i].hook = calloc(1, sizeof(struct hook));
    gears[i].rope = malloc(sizeof(struct rope));
    if (gears[i].hook == NULL || gears[i].rope == NULL)
      return 1;
    gears[i].rope->length = 1;
  }
  for (int i = 0; i < CRANES; i++)
    pthread_create(&threads[i], NULL, work, &gears[i]);
  for (int i = 0; i < CRANES; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < CRANES; i++) {
    printf("%u %lu\n", gears[i].hook->height, gears[i].rope->length);
    free(gears[i].hook);
    free(gears[i].rope);
  }
  printf("%u %u %u %u\n", yard.cranes.north.tons, yard.cranes.south.lifts, yard.gate.in,
         yard.gate.out);
  return 0;
}
