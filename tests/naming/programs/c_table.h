#pragma once

struct usage {
  long requests;
  long bytes;
  int errors;
};

extern struct usage usage_table[8];

void count_request(int shard, unsigned bytes);
