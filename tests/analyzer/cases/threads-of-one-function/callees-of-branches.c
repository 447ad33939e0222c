/* Threads of one parallel region call other functions by their number; the first returns early. */
/* args: -fopenmp */
#include <omp.h>

struct flow {
#ifdef FIXED
  _Alignas(64) long in;
  _Alignas(64) long out;
#else
  long in;
  long out; /* expect: fsfind-adjacent-thread-fields */
#endif
};

static struct flow flow;

static void pump_in(long n) {
  for (long i = 0; i < n; i++)
    flow.in++;
}

static void pump_out(long n) {
  for (long i = 0; i < n; i++)
    flow.out++;
}

static void work(int thread, long n) {
  if (thread == 0) {
    pump_in(n);
    return;
  }
  pump_out(n);
}

void run(long n) {
#pragma omp parallel num_threads(2)
  work(omp_get_thread_num(), n);
}
