// suspect: run
#include "seeds.h"
int new_bank(struct bank **made, size_t drawers) {
  struct bank *bank = *made = take(1, sizeof *bank);
  if (!bank)
    return -1;
  bank->drawers = (int64_t)drawers;
  bank->present = take_zeroed(drawers, sizeof(int8_t)); /* expect: fsfind-serial-first-touch */
  bank->viability = take_zeroed(drawers, sizeof(double)); /* expect: fsfind-serial-first-touch */
  return 0;
}
