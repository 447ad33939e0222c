// args: -std=gnu11
// Each CPU counts the calls to its help desk in a record of 24 bytes; the alignment is on the array
// and so on its first element only. All accesses are by macros of an index. Mended, an empty
// aligned member at the end rounds the record's size up.
#define DESKS 32
#define LINE __attribute__((aligned(64)))
extern unsigned cpu_number(void);
extern int next_call(unsigned *kind);
struct desk {
  unsigned long calls; // expect: fsfind-ineffective-padding | fsfind-per-thread-slots
  unsigned long rounds;
  unsigned pending;
#ifdef FIXED
  char end[0] LINE;
#endif
};

static struct desk desks[DESKS] LINE;
#define DESK(cpu) (desks[cpu])
#define CALLS(cpu) (DESK(cpu).calls)
#define PENDING(cpu) (DESK(cpu).pending)
#define RAISE(cpu, kind) (PENDING(cpu) |= 1u << (kind))
/* On each CPU, when calls have come in. */
void desk_interrupt(void) {
  unsigned cpu = cpu_number();
  unsigned pending, kind;
  int left = 10;
again:
  pending = PENDING(cpu);
  PENDING(cpu) = 0;
  while (pending) {
    kind = __builtin_ctz(pending);
    pending &= pending - 1;
    while (next_call(&kind))
      CALLS(cpu)++;
    DESK(cpu).rounds++;
  }
  if (PENDING(cpu) && --left)
    goto again;
}

void desk_raise(unsigned kind) { RAISE(cpu_number(), kind); }
void desk_raise_on(int cpu, unsigned kind) { RAISE(cpu, kind); }

unsigned long desk_calls(void) {
  unsigned long sum = 0;
  for (int cpu = 0; cpu < DESKS; cpu++)
    sum += CALLS(cpu);
  return sum;
}
