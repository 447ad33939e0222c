/* The tree of one drawer; its caller holds the drawer's mutex. */
#include "drawers.h"

int tree_add(struct tree *tree, struct card *card) {
  struct card **at = &tree->root;
  while (*at && (*at)->key != card->key)
    at = card->key < (*at)->key ? &(*at)->left : &(*at)->right;
  if (*at)
    return 0;
  *at = card;
  tree->size++;
  return 1;
}
