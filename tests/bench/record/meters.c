// Eight threads read and write twenty million times: tables of their own, and now and then meters
// of which several lie on a line. The program that the aim is stated for (bench_record).
#include <pthread.h>

enum { kThreads = 8, kRounds = 1250000, kCells = 1024, kMeters = 8 };

static struct meter {
  volatile unsigned long read, failed;
} meters[kMeters][kThreads];
static volatile unsigned long tables[kThreads][kCells];

static void *measure(void *number) {
  const unsigned long self = (unsigned long)number;
  for (unsigned long round = 0; round < kRounds; ++round) {
    tables[self][round % kCells] += round;
    for (unsigned meter = 0; meter < kMeters && (round & (16UL << meter)) != 0; ++meter)
      meters[meter][self].read++;
  }
  return 0;
}

int main(void) {
  pthread_t threads[kThreads];
  for (unsigned long i = 0; i < kThreads; ++i)
    pthread_create(&threads[i], 0, measure, (void *)i);
  for (int i = 0; i < kThreads; ++i)
    pthread_join(threads[i], 0);
}
