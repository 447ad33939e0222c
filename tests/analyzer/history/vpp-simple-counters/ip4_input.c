#include "counter.h"
#include "threads.h"

typedef struct
{
  u32 sw_if_index[2];
  u16 current_length;
  u8 ttl;
  u8 ip_version_and_header_length;
} vlib_buffer_t;

typedef struct
{
  vlib_simple_counter_main_t rx_drops;
  vlib_simple_counter_main_t ip4_rx;
  u32 n_interfaces;
} vnet_interface_main_t;

static vnet_interface_main_t interface_main;
vlib_thread_main_t vlib_thread_main;

u32 vlib_dequeue_frame (vlib_main_t *vm, vlib_buffer_t **buffers, u32 n);
void vlib_enqueue_next (vlib_main_t *vm, vlib_buffer_t *b, u32 next);

void
vnet_sw_interface_add (u32 sw_if_index)
{
  vnet_interface_main_t *im = &interface_main;

  vlib_validate_simple_counter (&im->rx_drops, sw_if_index);
  vlib_validate_simple_counter (&im->ip4_rx, sw_if_index);
  im->n_interfaces = sw_if_index + 1;
}

static uword
ip4_input_inline (vlib_main_t *vm, vlib_buffer_t **buffers, u32 n_left)
{
  vnet_interface_main_t *im = &interface_main;
  u32 thread_index = vm->thread_index;
  u32 n = n_left;

  while (n_left > 0)
    {
      vlib_buffer_t *b = buffers[0];
      u32 next = 1;

      vlib_increment_simple_counter (&im->ip4_rx, thread_index, b->sw_if_index[0], 1);
      if (PREDICT_FALSE (b->ip_version_and_header_length != 0x45 || b->ttl < 1))
	{
	  vlib_increment_simple_counter (&im->rx_drops, thread_index, b->sw_if_index[0], 1);
	  next = 0;
	}
      vlib_enqueue_next (vm, b, next);
      buffers += 1;
      n_left -= 1;
    }
  return n;
}

void
vlib_worker_thread_fn (void *arg)
{
  vlib_main_t *vm = arg;
  vlib_buffer_t *bufs[VLIB_FRAME_SIZE];

  while (!vm->main_loop_exit_status)
    {
      u32 n = vlib_dequeue_frame (vm, bufs, VLIB_FRAME_SIZE);
      ip4_input_inline (vm, bufs, n);
      vm->main_loop_count++;
    }
}

u64
vnet_total_rx (void)
{
  u64 total = 0;
  for (u32 i = 0; i < interface_main.n_interfaces; i++)
    total += vlib_get_simple_counter (&interface_main.ip4_rx, i);
  return total;
}
