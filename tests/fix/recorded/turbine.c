// Registers of a turbine that have two views, the whole word and its fields, each written by a
// thread of its own; only the record around them has a name.
// named: rounds slips volts amperes
#define _POSIX_C_SOURCE 200809L // barriers
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#define STEPS 20000u
#define THREADS 3

struct turbine {
  union {
    volatile uint32_t valve;
    struct {
      volatile uint32_t open : 1, mode : 3, turns : 28;
    };
  };
  union {
    uint64_t shaft;
    struct {
      volatile uint32_t rounds, slips;
    };
  };
  struct {
    volatile uint32_t volts, amperes;
  };
};

static struct turbine turbine;
static pthread_barrier_t steam;

static uint32_t sample(uint32_t step) {
  for (int i = 0; i < 60; i++)
    step = (step << 5 | step >> 27) * 0x9e3779b9u + 1;
  return step;
}

static void *regulate(void *given) {
  pthread_barrier_wait(&steam);
  for (uint32_t step = 0; step < STEPS; step++) {
    turbine.turns++;
    turbine.mode = sample(step) & 7;
  }
  return given;
}

static void *spin(void *given) {
  pthread_barrier_wait(&steam);
  for (uint32_t step = 0; step < STEPS; step++) {
    turbine.rounds++;
    turbine.slips += sample(step) & 1;
  }
  return given;
}

static void *measure(void *given) {
  pthread_barrier_wait(&steam);
  for (uint32_t step = 0; step < STEPS; step++) {
    turbine.volts += sample(step) & 3;
    turbine.amperes++;
  }
  return given;
}

int main(void) {
  void *(*const parts[THREADS])(void *) = {regulate, spin, measure};
  pthread_t threads[THREADS];
  pthread_barrier_init(&steam, NULL, THREADS);
  turbine.valve = 1;
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, parts[i], NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  printf("%u %u, valve %08x\n", turbine.turns, turbine.mode, turbine.valve);
  printf("%u %u, shaft %016llx\n", turbine.rounds, turbine.slips,
         (unsigned long long)turbine.shaft);
  printf("%u %u\n", turbine.volts, turbine.amperes);
  return 0;
}
