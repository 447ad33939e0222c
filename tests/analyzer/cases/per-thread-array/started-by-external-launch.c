// A static array has one 32-byte record of counters per core, raised for every egg in that core's
// loop. An external function runs the loop on each core, and another one names the current core.
#include <stdint.h>

#ifdef FIXED
#define OWN_LINE __attribute__((aligned(64)))
#else
#define OWN_LINE
#endif
unsigned current_core(void);
unsigned take_egg(void);
int launch_on_core(int (*work)(void *), void *argument, unsigned core);

struct graded {
  uint64_t large, small, cracked, all;
} OWN_LINE;
static struct graded graded[32]; /* expect: fsfind-per-thread-slots */

static void grade(struct graded *own, unsigned grams) {
  own->cracked += grams == 0;
  own->large += grams > 60;
}

static int work(void *argument) {
  struct graded *own = &graded[current_core()];
  for (;; own->all++)
    grade(own, take_egg());
  return argument != 0;
}

void open_farm(void) {
  for (unsigned core = 0; core < 32; core++)
    launch_on_core(work, 0, core);
}
