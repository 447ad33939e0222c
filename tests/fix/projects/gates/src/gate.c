#include <gate.h>

void turn(struct gate *gate, long ticket) {
  if (ticket % 7 == 0)
    gate->refused = gate->refused + 1;
  else
    gate->passed = gate->passed + ticket;
}
