/* Letters go to a queue in a region shared by processes: peers compete for the position of posting
   by compare-and-swap, the owner stores that of collecting next to it. Twist: a macro with pasted
   names makes the record; aligned slots do not part its members. */
// args: -std=gnu11
/* suspect: threads, object, data */
// also-true: fsfind-contended-atomic
#include "mailbag.h"

MAILBAG(mailbag, void *) /* expect: fsfind-adjacent-thread-fields */

static struct mailbag *bag_of(char *region) { return (struct mailbag *)(region + 4096); }
void post(char *region, void *letter) {
  struct mailbag_slot *slot = mailbag_next(bag_of(region));
  if (slot) {
    slot->content = letter;
    position_set(&slot->ready, 1);
  }
}

void collect(char *own, void (*read)(void *letter)) {
  struct mailbag *bag = bag_of(own);
  struct mailbag_slot *slot = &bag->slots[position_get(&bag->collected) % bag->size];
  if (position_get(&slot->ready)) {
    read(slot->content);
    position_set(&slot->ready, 0);
    mailbag_release(bag);
  }
}
