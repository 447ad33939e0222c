#include "ut0rnd.h"

#define UT_RANDOM_1 1.0412321
#define UT_RANDOM_2 1.1131347
#define UT_RANDOM_3 1.0132677

#ifdef FIXED
thread_local ulint ut_rnd_ulint_counter = 65654363;
#else
ulint ut_rnd_ulint_counter = 65654363; // expect: fsfind-adjacent-globals
#endif
ulint ut_n_rotations = 4;

ulint srv_n_spin_wait_rounds = 30;
ulint srv_spin_wait_delay = 6;

ulint ut_delay(ulint delay) {
  ulint j = 0;
  for (ulint i = 0; i < delay * 50; i++) {
    j += i;
    __builtin_ia32_pause();
  }
  return j;
}

ulint ut_find_prime(ulint n) {
  ulint pow2 = 1, i;
  n += 100;
  while (pow2 * 2 < n) pow2 = 2 * pow2;
  if ((double)n < 1.05 * (double)pow2) n = (ulint)((double)n * UT_RANDOM_1);
  pow2 = 2 * pow2;
  if ((double)n > 0.95 * (double)pow2) n = (ulint)((double)n * UT_RANDOM_2);
  if (n > pow2 - 20) n += 30;
  n = (ulint)((double)n * UT_RANDOM_3);
  for (;; n++) {
    for (i = 2; i * i <= n; i++)
      if (n % i == 0) goto next_n;
    break;
  next_n:;
  }
  return n;
}
