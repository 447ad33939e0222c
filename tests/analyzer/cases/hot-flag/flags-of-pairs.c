/* suspect: threads, object */
/* Threads that mix sound tell one another by flags which blocks are ready: the producer sets a
   flag, the partner spins on it and clears it. Twist: each has a row of flags, apart from other
   rows; one side puts its own number first, the other second. */
// also-true: fsfind-serial-first-touch
#include <stddef.h>

#define PAIRS 32
#ifdef FIXED
#define APART 8
#else
#define APART 1
#endif
struct mixer {
  _Alignas(64) volatile _Atomic long ready[PAIRS][2 * APART]; /* expect: fsfind-per-thread-slots */
};
struct mix {
  float *tracks;
  int blocks, threads;
  void *flags;
};
struct piece {
  int (*run)(struct mix *, int tid);
  struct mix *mix;
  int position;
};
void run_pieces(struct piece *pieces, int count);
void blend(float *tracks, int block, int part);
static int mix_part(struct mix *mix, int tid) {
  struct mixer *mixers = mix->flags;
  for (int block = 0; block < mix->blocks; block++) {
    for (int i = 0; i < mix->threads; i++)
      while (mixers[tid].ready[i][APART * (block & 1)])
        ;
    blend(mix->tracks, block, tid);
    for (int i = 0; i < mix->threads; i++)
      mixers[tid].ready[i][APART * (block & 1)] = 1;
    for (int other = 0; other < mix->threads; other++) {
      while (!mixers[other].ready[tid][APART * (block & 1)])
        ;
      blend(mix->tracks, block, other);
      mixers[other].ready[tid][APART * (block & 1)] = 0;
    }
  }
  return 0;
}

void mix_all(struct mix *mix, struct piece *pieces) {
  static struct mixer mixers[PAIRS];
  for (int i = 0; i < mix->threads; i++) {
    for (int j = 0; j < 2 * mix->threads; j++)
      mixers[i].ready[j / 2][APART * (j % 2)] = 0;
    pieces[i] = (struct piece){mix_part, mix, i};
  }
  mix->flags = mixers;
  run_pieces(pieces, mix->threads);
}
