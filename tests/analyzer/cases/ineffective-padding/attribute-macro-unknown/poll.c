// args: -std=gnu11 -fcommon
// Signals of a tram line are 24-byte records, one for each gate, whose poll function adds to its
// own on its own core. The macro of the alignment attribute is not known where it is used, so its
// name declares a variable and the type is not aligned.
#include "tram.h"

static void note_late(struct gate *gate) { gate->line->signals[gate->core].late++; }

static int gate_poll(struct gate *gate, int most) {
  struct signal *own = &gate->line->signals[gate->core];
  int wheels, seen = 0;
  while (seen < most && next_tram(gate, &wheels)) {
    own->trams++;
    own->wheels += wheels;
    if (wheels < 8)
      note_late(gate);
    seen++;
  }
  return seen;
}

void line_open(struct line *line, struct gate *gates) {
  for (int i = 0; i < line->count; i++) {
    gates[i].line = line;
    gates[i].core = i;
    gate_register(&gates[i], gate_poll);
  }
}
