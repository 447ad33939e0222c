#include <pthread.h>

static void *count(void *result) {
  long sum = 0;
  for (long i = 0; i < 1000000; i++)
    sum += i;
  *(long *)result = sum;
  return 0;
}

int main(void) {
  pthread_t counter;
  long sum;
  pthread_create(&counter, 0, count, &sum);
  pthread_join(counter, 0);
  return sum == 0;
}
