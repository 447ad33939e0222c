#include "tests/naming/programs/c_table.h"

struct usage usage_table[8];

void count_request(int shard, unsigned bytes) {
  struct usage *usage = &usage_table[shard];
  usage->requests++;
  usage->bytes += bytes;
}
