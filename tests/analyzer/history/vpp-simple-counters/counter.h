#ifndef included_vlib_counter_h
#define included_vlib_counter_h
// project: FD.io VPP (src/vlib/counter.h, counter.c)
// reference: reduced from memory; the released vlib_validate_simple_counter aligns and rounds each thread's vector to cache lines
// kind: per-thread-array
// starts: hidden
// args: -std=gnu11
// wrong: each worker thread has its own vector of counters, one per interface, but these vectors come from an allocator that aligns to
//        eight bytes only, so that the short vectors of several workers share lines.
#include "vec.h"

typedef u64 counter_t;

typedef struct
{
  counter_t **counters;
  char *name;
  char *stat_segment_name;
  u32 stats_entry_index;
} vlib_simple_counter_main_t;

void vlib_validate_simple_counter (vlib_simple_counter_main_t *cm, u32 index);
void vlib_clear_simple_counters (vlib_simple_counter_main_t *cm);

always_inline void
vlib_increment_simple_counter (vlib_simple_counter_main_t *cm, u32 thread_index, u32 index, u64 increment)
{
  counter_t *my_counters;

  my_counters = cm->counters[thread_index];
  my_counters[index] += increment;
}

always_inline counter_t
vlib_get_simple_counter (vlib_simple_counter_main_t *cm, u32 index)
{
  counter_t v = 0;
  int i;

  for (i = 0; i < vec_len (cm->counters); i++)
    v += cm->counters[i][index];
  return v;
}

#endif
