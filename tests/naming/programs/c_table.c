// A global array of structs, one element a thread; the counting is another file's.
#include "tests/naming/programs/c_table.h"
#include "tests/naming/programs/support.h"

#include <pthread.h>
#include <stdint.h>

enum { THREADS = 4, REQUESTS = 20000 };

static void *serve(void *argument) {
  const int shard = (int)(intptr_t)argument;
  unsigned seed = (unsigned)shard;
  for (int request = 0; request < REQUESTS; ++request) {
    seed = work(seed);
    count_request(shard, seed & 0xFFF);
    if (seed % 13 == 0)
      usage_table[shard].errors++;
  }
  return NULL;
}

int main(void) {
  for (int i = 0; i < 8; ++i) {
    TELL_MEMBER("global", "usage_table", i, "struct usage", usage_table[i], requests);
    TELL_MEMBER("global", "usage_table", i, "struct usage", usage_table[i], bytes);
    TELL_MEMBER("global", "usage_table", i, "struct usage", usage_table[i], errors);
  }
  pthread_t threads[THREADS];
  for (intptr_t i = 0; i < THREADS; ++i)
    pthread_create(&threads[i], NULL, serve, (void *)i);
  for (int i = 0; i < THREADS; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
