/* suspect: threads, object */
/* T20: what is chosen by the number of a piece of data, of which there are as many as data. */
#include <stdint.h>

struct block {
  volatile uint64_t stamp; /* expect: fsfind-per-thread-slots */
};
struct blocks {
  struct block *all; /* expect: fsfind-per-thread-slots */
  int count;
};
struct reader {
  int id;
};
struct page {
  int id;
};

#ifdef FIXED
void touch(struct blocks *blocks, const struct page *page, uint64_t now) {
  blocks->all[page->id].stamp = now;
}
#else
void touch(struct blocks *blocks, const struct reader *reader, uint64_t now) {
  blocks->all[reader->id].stamp = now;
}
#endif

uint64_t latest(const struct blocks *blocks) {
  uint64_t most = 0;
  for (int i = 0; i < blocks->count; i++)
    if (blocks->all[i].stamp > most)
      most = blocks->all[i].stamp;
  return most;
}
