// Every thread that waits at a turnstile advances a plain pseudo-random state in each pass of the wait
// loop, beside a limit that all of them read. Twist: defined here, declared in a header, changed by
// inline functions there; no atomic and no lock marks the state as shared.
// also-true: fsfind-contended-atomic
// known-miss: plainly changed by functions that any thread may call: no atomic or lock tells of threads
#include "pause.h"

unsigned long waitRounds = 30; // expect: fsfind-adjacent-globals
#ifdef FIXED
thread_local unsigned long pauseSeed = 88172645463325252UL;
#else
unsigned long pauseSeed = 88172645463325252UL; // expect: fsfind-adjacent-globals
#endif
