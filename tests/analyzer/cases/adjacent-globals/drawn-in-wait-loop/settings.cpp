// Every thread that waits at a turnstile advances a plain pseudo-random state in each pass of the
// wait loop, beside a limit that all read. Twist: defined here, changed by inline functions of a
// header; no atomic and no lock marks it as shared.
// also-true: fsfind-contended-atomic
// known-miss: changed plainly where any thread may call: no atomic or lock tells of threads
#include "pause.h"

unsigned long waitRounds = 30; // expect: fsfind-adjacent-globals
#ifdef FIXED
thread_local unsigned long pauseSeed = 88172645463325252UL;
#else
unsigned long pauseSeed = 88172645463325252UL; // expect: fsfind-adjacent-globals
#endif
