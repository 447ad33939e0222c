#include "seeds.h"
int new_bank(struct bank **made, int64_t drawers) {
  struct bank *bank = take(1, sizeof *bank);
  *made = bank;
  if (!bank)
    return -1;
  bank->drawers = drawers;
  bank->present = take_zeroed((size_t)drawers, sizeof *bank->present);     /* expect: fsfind-serial-first-touch */
  bank->viability = take_zeroed((size_t)drawers, sizeof *bank->viability); /* expect: fsfind-serial-first-touch */
  return 0;
}
