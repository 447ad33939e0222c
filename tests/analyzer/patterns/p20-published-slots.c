/* suspect: threads, object */
/* P20: each session publishes in its own slot what others look for in all; the slot is there only if
   the table is. */
#include <stddef.h>
#include <stdint.h>

struct slot {
  volatile uint64_t epoch; /* expect: fsfind-per-thread-slots */
#ifdef FIXED
  char pad[56];
} __attribute__((aligned(64)));
#else
};
#endif

struct database {
  struct slot *slots; /* expect: fsfind-per-thread-slots */
  int sessions;
};
struct session {
  struct database *database;
  int id;
};

void enter(struct session *session, uint64_t epoch) {
  struct slot *slot = session->database->slots ? &session->database->slots[session->id] : NULL;
  slot->epoch = epoch;
}

uint64_t oldest(const struct database *database) {
  uint64_t least = UINT64_MAX;
  for (int i = 0; i < database->sessions; i++) {
    const uint64_t epoch = database->slots[i].epoch;
    if (epoch && epoch < least)
      least = epoch;
  }
  return least;
}
