// Small objects of two types that malloc puts beside each other; each is one thread's own.
#include "tests/naming/programs/support.h"

#include <pthread.h>
#include <stdlib.h>

enum { PAIRS = 2, ROUNDS = 20000 };

struct reader {
  unsigned long bytes;
  unsigned reads;
};

struct writer {
  unsigned flushes;
  unsigned long written;
};

static void *read_all(void *argument) {
  struct reader *reader = argument;
  for (unsigned round = 0; round < ROUNDS; ++round) {
    reader->bytes += work(round) & 4095;
    reader->reads++;
  }
  return NULL;
}

static void *write_all(void *argument) {
  struct writer *writer = argument;
  for (unsigned round = 0; round < ROUNDS; ++round) {
    writer->written += work(round) & 4095;
    if (round % 4 == 0)
      writer->flushes++;
  }
  return NULL;
}

int main(void) {
  struct reader *readers[PAIRS];
  struct writer *writers[PAIRS];
  for (int i = 0; i < PAIRS; ++i) {
    readers[i] = calloc(1, sizeof *readers[i]);
    writers[i] = calloc(1, sizeof *writers[i]);
    TELL_MEMBER("heap", "", -1, "struct reader", *readers[i], bytes);
    TELL_MEMBER("heap", "", -1, "struct reader", *readers[i], reads);
    TELL_MEMBER("heap", "", -1, "struct writer", *writers[i], flushes);
    TELL_MEMBER("heap", "", -1, "struct writer", *writers[i], written);
  }
  pthread_t threads[2 * PAIRS];
  for (int i = 0; i < PAIRS; ++i) {
    pthread_create(&threads[2 * i], NULL, read_all, readers[i]);
    pthread_create(&threads[2 * i + 1], NULL, write_all, writers[i]);
  }
  for (int i = 0; i < 2 * PAIRS; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
