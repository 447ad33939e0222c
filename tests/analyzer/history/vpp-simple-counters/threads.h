#ifndef included_vlib_threads_h
#define included_vlib_threads_h
#include "vec.h"

#define VLIB_FRAME_SIZE 256

typedef struct vlib_main_t
{
  u32 thread_index;
  u32 cpu_id;
  u64 main_loop_count;
  u32 *input_queue;
  int main_loop_exit_status;
} vlib_main_t;

typedef struct
{
  u32 n_vlib_mains;
  u32 skip_cores;
  u8 thread_prefix[16];
  vlib_main_t **vlib_mains;
} vlib_thread_main_t;

extern vlib_thread_main_t vlib_thread_main;

always_inline vlib_thread_main_t *
vlib_get_thread_main (void)
{
  return &vlib_thread_main;
}

void vlib_worker_thread_fn (void *arg);

#endif
