/* A card catalogue in partitions. */
#include <pthread.h>
#include <stddef.h>

struct card {
  struct card *left, *right;
  unsigned long key;
};
struct tree {
  struct card *root;
  size_t size;
};
struct drawer {
#ifdef FIXED
  char before[64];
#endif
  pthread_mutex_t mutex; // expect: fsfind-per-thread-slots
  struct tree tree;      // expect: fsfind-per-thread-slots
  struct card *recent, *spare[4];
#ifdef FIXED
  char behind[64];
#endif
};
int tree_add(struct tree *tree, struct card *card);
