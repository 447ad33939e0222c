/* suspect: threads, line */
/* The drawers of a card catalogue, each a mutex, a tree and a cached card, are an array from
   calloc; a thread locks the one that a key selects, and the end of one meets the lock of the next.
   Twist: nested macros choose, another file writes the tree; mended by bytes, not alignment. */
#include "drawers.h"
#include <stdlib.h>

static struct {
  const char *name;
  unsigned drawers;
  struct drawer *all; // expect: fsfind-per-thread-slots
} plants = {"plants", 7, NULL};
#define NUMBER_OF(c, key) ((key) % (c)->drawers)
#define DRAWER_OF(c, key) ((c)->all + NUMBER_OF(c, key))
#define LEAVE(d) pthread_mutex_unlock(&(d)->mutex)
void open_catalogue(void) {
  plants.all = calloc(plants.drawers, sizeof *plants.all);
  for (unsigned i = 0; i < plants.drawers; i++)
    pthread_mutex_init(&plants.all[i].mutex, NULL);
}

int file_card(struct card *card) {
  struct drawer *drawer = DRAWER_OF(&plants, card->key);
  pthread_mutex_lock(&drawer->mutex);
  if (drawer->recent == card) {
    LEAVE(drawer);
    return 0;
  }
  const int added = tree_add(&drawer->tree, card);
  drawer->recent = card;
  LEAVE(drawer);
  return added;
}
