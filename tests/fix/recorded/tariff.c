// Tagged records, an array of them on the heap, one for each clerk; what the tag chooses has no
// name.
#define _POSIX_C_SOURCE 200809L // barriers
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define CLERKS 4
#define PARCELS 20000u

enum kind { BY_WEIGHT, BY_SIZE };

struct tariff {
  union {
    struct {
      uint32_t grams, stamps;
    };
    struct {
      float litres;
      uint32_t labels;
    };
  };
  enum kind kind;
};

static pthread_barrier_t opening;

static uint32_t weigh(uint32_t parcel) {
  for (int i = 0; i < 60; i++)
    parcel = (parcel << 9 | parcel >> 23) * 0xc2b2ae35u + 5;
  return parcel >> 28;
}

static void *serve(void *argument) {
  struct tariff *own = argument;
  pthread_barrier_wait(&opening);
  for (uint32_t parcel = 0; parcel < PARCELS; parcel++)
    if (own->kind == BY_WEIGHT) {
      own->grams += weigh(parcel);
      own->stamps++;
    } else {
      own->litres += (float)weigh(parcel);
      own->labels++;
    }
  return NULL;
}

int main(void) {
  struct tariff *tariffs = calloc(CLERKS, sizeof *tariffs);
  pthread_t threads[CLERKS];
  if (!tariffs)
    return 1;
  pthread_barrier_init(&opening, NULL, CLERKS);
  for (int i = 0; i < CLERKS; i++) {
    tariffs[i].kind = i % 2 ? BY_SIZE : BY_WEIGHT;
    pthread_create(&threads[i], NULL, serve, &tariffs[i]);
  }
  for (int i = 0; i < CLERKS; i++) {
    pthread_join(threads[i], NULL);
    if (tariffs[i].kind == BY_WEIGHT)
      printf("%u g, %u\n", tariffs[i].grams, tariffs[i].stamps);
    else
      printf("%.0f l, %u\n", (double)tariffs[i].litres, tariffs[i].labels);
  }
  free(tariffs);
  return 0;
}
