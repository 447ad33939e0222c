#include "till.h"

#include <pthread.h>

static struct till till;

static void *sell(void *unused) {
  for (long i = 0; i < 1000000; i++)
    till.sold += i;
  return unused;
}

static void *take_back(void *unused) {
  for (long i = 0; i < 1000000; i++)
    till.returned += i;
  return unused;
}

int main(void) {
  pthread_t seller, clerk;
  pthread_create(&seller, 0, sell, 0);
  pthread_create(&clerk, 0, take_back, 0);
  pthread_join(seller, 0);
  pthread_join(clerk, 0);
  return till.sold == till.returned;
}
