// A weighbridge and a gate each have a thread and an element of two arrays, which their functions
// name by constants; no variable chooses an element.
// args: -std=gnu11 -pthread
#include <pthread.h>

enum { BRIDGE, GATE };

#ifdef FIXED
static struct {
  _Alignas(64) long passed;
  long tonnes;
} totals[2];
#define PASSED(at) totals[at].passed
#define TONNES(at) totals[at].tonnes
#else
static long passed[2]; /* expect: fsfind-per-thread-slots */
static long tonnes[2]; /* expect: fsfind-per-thread-slots */
#define PASSED(at) passed[at]
#define TONNES(at) tonnes[at]
#endif

extern int next_lorry(void);
extern int next_car(void);

static void *weigh(void *unused) {
  (void)unused;
  for (int load = next_lorry(); load >= 0; load = next_lorry()) {
    PASSED(BRIDGE)++;
    TONNES(BRIDGE) += load;
  }
  return 0;
}

static void *watch_gate(void *unused) {
  (void)unused;
  for (int seats = next_car(); seats >= 0; seats = next_car()) {
    PASSED(GATE)++;
    TONNES(GATE) += seats;
  }
  return 0;
}

int main(void) {
  pthread_t bridge, gate;
  pthread_create(&bridge, 0, weigh, 0);
  pthread_create(&gate, 0, watch_gate, 0);
  pthread_join(bridge, 0);
  pthread_join(gate, 0);
  return PASSED(BRIDGE) > PASSED(GATE) && TONNES(BRIDGE) > TONNES(GATE);
}
