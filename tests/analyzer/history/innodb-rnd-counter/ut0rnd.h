#ifndef ut0rnd_h
#define ut0rnd_h
// project: MySQL (storage/innobase/include/ut0rnd.h)
// reference: https://github.com/ARM-software/synchronization-benchmarks/issues/90, on MySQL bugs 22733635 and 80354 (read)
// kind: adjacent-globals
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: every pass of every spinning thread advances one global random number, which also lies beside globals that they read.
//        Mended by a thread-local number.
#include <cstdint>

typedef unsigned long int ulint;

#define UT_HASH_RANDOM_MASK 1463735687
#define UT_HASH_RANDOM_MASK2 1653893711
#define UT_RND1 151117737
#define UT_RND2 119785373
#define UT_RND3 85689495
#define UT_RND4 76595339
#define UT_SUM_RND2 98781234
#define UT_SUM_RND3 126792457
#define UT_SUM_RND4 63498502
#define UT_XOR_RND1 187678878
#define UT_XOR_RND2 143537923

#ifdef FIXED
extern thread_local ulint ut_rnd_ulint_counter;
#else
extern ulint ut_rnd_ulint_counter;
#endif
extern ulint ut_n_rotations;

inline void ut_rnd_set_seed(ulint seed) { ut_rnd_ulint_counter = seed; }

inline ulint ut_rnd_gen_next_ulint(ulint rnd) {
  ulint n_bits = 8 * sizeof(ulint);
  rnd = UT_RND2 * rnd + UT_SUM_RND3;
  rnd = UT_XOR_RND1 ^ rnd;
  rnd = (rnd << 20) + (rnd >> (n_bits - 20));
  rnd = UT_RND3 * rnd + UT_SUM_RND4;
  rnd = UT_XOR_RND2 ^ rnd;
  rnd = (rnd << 20) + (rnd >> (n_bits - 20));
  return UT_RND1 * rnd + UT_SUM_RND2;
}

inline ulint ut_rnd_gen_ulint() {
  ut_rnd_ulint_counter = UT_RND1 * ut_rnd_ulint_counter + UT_RND2;
  return ut_rnd_gen_next_ulint(ut_rnd_ulint_counter);
}

inline ulint ut_rnd_interval(ulint low, ulint high) {
  if (low == high) return low;
  ulint rnd = ut_rnd_gen_ulint();
  return low + (rnd % (high - low));
}

ulint ut_delay(ulint delay);
ulint ut_find_prime(ulint n);

#endif
