// Named members whose types have no name: the same bytes as a word and as halves, and a record.
// named: up down opened blocked
#define _POSIX_C_SOURCE 200809L // barriers
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#define TRIPS 20000u

struct lift {
  union {
    uint64_t both;
    struct {
      volatile uint32_t up, down;
    } part;
  } trips;
  struct {
    volatile uint32_t opened, blocked;
  } door;
  union {
    volatile uint32_t weight;
    float shown;
  };
};

static struct lift lift;
static pthread_barrier_t morning;

static uint32_t call(uint32_t trip) {
  for (int i = 0; i < 60; i++)
    trip = (trip << 11 | trip >> 21) * 0x27d4eb2fu + 7;
  return trip >> 30;
}

static void *travel(void *given) {
  pthread_barrier_wait(&morning);
  for (uint32_t trip = 0; trip < TRIPS; trip++) {
    lift.trips.part.up++;
    lift.trips.part.down += call(trip);
  }
  return given;
}

static void *open_door(void *given) {
  pthread_barrier_wait(&morning);
  for (uint32_t trip = 0; trip < TRIPS; trip++) {
    lift.door.opened++;
    lift.door.blocked += call(trip);
  }
  return given;
}

static void *weigh(void *given) {
  pthread_barrier_wait(&morning);
  for (uint32_t trip = 0; trip < TRIPS; trip++)
    lift.weight += call(trip);
  return given;
}

int main(void) {
  void *(*const parts[3])(void *) = {travel, open_door, weigh};
  pthread_t threads[3];
  pthread_barrier_init(&morning, NULL, 3);
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, parts[i], NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  printf("%u up, %u down, %016llx\n", lift.trips.part.up, lift.trips.part.down,
         (unsigned long long)lift.trips.both);
  printf("%u %u, %u\n", lift.door.opened, lift.door.blocked, lift.weight);
  return 0;
}
