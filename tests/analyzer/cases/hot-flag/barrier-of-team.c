/* A barrier of an OpenMP team on the heap: the pointer that one thread hands to all, the flag on
   which waiters spin and the arrivals that every thread counts, in one line. Twist: reached through
   a record on each thread's stack, passed by address; mended by bytes after every member. */
// args: -std=gnu11 -fopenmp
/* suspect: object, data */
// also-true: fsfind-contended-atomic
#include <stdlib.h>
#ifdef FIXED
#define GAP(name) char name[64];
#else
#define GAP(name)
#endif
struct team {
  void *handed; // expect: fsfind-adjacent-thread-fields
  GAP(gap0)
  long members; // expect: fsfind-adjacent-thread-fields
  GAP(gap1)
  int sense;    // expect: fsfind-adjacent-thread-fields
  GAP(gap2)
  long arrived; // expect: fsfind-adjacent-thread-fields
  GAP(gap3)
};
struct rower {
  struct team *team;
  long number;
};
static void meet(struct rower *self) {
  struct team *team = self->team;
  const int sense = __atomic_load_n(&team->sense, __ATOMIC_RELAXED);
  if (__atomic_add_fetch(&team->arrived, 1, __ATOMIC_ACQ_REL) == team->members) {
    team->arrived = 0;
    __atomic_fetch_xor(&team->sense, 1, __ATOMIC_RELEASE);
    return;
  }
  while (__atomic_load_n(&team->sense, __ATOMIC_ACQUIRE) == sense)
    ;
}

static double *hand_out(struct rower *self, double *mine) {
  if (self->number == 0)
    self->team->handed = mine;
  meet(self);
  double *got = self->team->handed;
  meet(self);
  return got;
}

void regatta(double *boats, double *wind, int members, int strokes) {
  struct team *team = malloc(sizeof *team);
  *team = (struct team){.members = members};
#pragma omp parallel for num_threads(members) schedule(static, 1)
  for (int i = 0; i < members; i++) {
    struct rower self = {team, i};
    for (int stroke = 0; stroke < strokes; stroke++)
      boats[16 * i] += *hand_out(&self, wind + stroke);
  }
  free(team);
}
