// A pier has a heap array with an 8-byte record of a spin lock and a number per crane; each docker
// locks its own crane, whose number is handed to another file. A third file aligns the base of the
// array, not the stride.
// args: -std=gnu11
// known-miss: no thread start is seen, and the number's name does not tell that it is a thread's
#include "pier.h"

void *run_docker(void *argument) {
  const struct docker *own = argument;
  for (int crate = next_crate(); crate >= 0; crate = next_crate())
    hoist(own->pier, own->crane, crate, crate % 8 == 0);
  return 0;
}
