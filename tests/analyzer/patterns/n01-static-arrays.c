// args: -std=c11 -fopenmp
// suspect: run
/* N1: arrays of static storage are placed when they are first written, too. */
#define COUNT 20000000

static double a[COUNT], b[COUNT];

int main(void) {
#ifdef FIXED
#pragma omp parallel for
#endif
  for (long i = 0; i < COUNT; i++) {
    a[i] = 1.0; /* expect: fsfind-serial-first-touch */
    b[i] = 2.0; /* expect: fsfind-serial-first-touch */
  }
  for (int round = 0; round < 20; round++) {
#pragma omp parallel for
    for (long i = 0; i < COUNT; i++)
      a[i] = b[i] + 3.0 * a[i];
  }
  return a[COUNT / 2] > 0;
}
