// args: -std=c11 -fopenmp
// suspect: run
/* A buffer of a few pages is not worth placing. */
#ifdef FIXED
#define COUNT 1000
#else
#define COUNT 10000000
#endif

static double weights[COUNT];

double run(void) {
  for (long i = 0; i < COUNT; i++)
    weights[i] = 1; /* expect: fsfind-serial-first-touch */
#pragma omp parallel for
  for (long i = 0; i < COUNT; i++)
    weights[i] *= 2;
  return weights[COUNT / 2];
}
