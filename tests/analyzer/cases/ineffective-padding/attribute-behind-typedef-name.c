// args: -std=gnu11
// Each worker of a letter office adds to its own sums for each bag. The attribute follows the
// typedef name of an unnamed record, where it aligns that name but not the size, so the elements
// stay 32 bytes apart; they lie in memory of an opaque reservation.
// as in: OpenDataPlane, https://github.com/OpenDataPlane/odp/pull/398
#include <pthread.h>
#include <stdint.h>

#define LINE __attribute__((aligned(64)))
#define WORKERS 16
void *reserve_pages(unsigned long bytes);
int next_bag(int worker, int *letters, int *grams);
#ifdef FIXED
typedef struct LINE {
#else
typedef struct {
#endif
  uint64_t bags, torn; // expect: fsfind-ineffective-padding | fsfind-per-thread-slots
  uint64_t letters;    // expect: fsfind-ineffective-padding | fsfind-per-thread-slots
  uint64_t grams;      // expect: fsfind-ineffective-padding | fsfind-per-thread-slots
#ifdef FIXED
} sums_t;
#else
} sums_t LINE; // expect: fsfind-ineffective-padding | fsfind-per-thread-slots
#endif
typedef struct {
  pthread_t thread;
  int number;
} worker_t;

static struct {
  sums_t *sums; // expect: fsfind-ineffective-padding | fsfind-per-thread-slots
  worker_t workers[WORKERS];
} *office;

static void *work(void *argument) {
  worker_t *self = argument;
  sums_t *sums = office->sums;
  int number = self->number, letters, grams;
  while (next_bag(number, &letters, &grams)) {
    sums[number].bags++;
    sums[number].letters += letters;
    sums[number].grams += grams;
    sums[number].torn += grams < letters;
  }
  return NULL;
}

int main(void) {
  office = reserve_pages(sizeof *office);
  office->sums = reserve_pages(WORKERS * sizeof(sums_t));
  for (int i = 0; i < WORKERS; i++) {
    office->workers[i].number = i;
    pthread_create(&office->workers[i].thread, NULL, work, &office->workers[i]);
  }
  pthread_exit(NULL);
}
