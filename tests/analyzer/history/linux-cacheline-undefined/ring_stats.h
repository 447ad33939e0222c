#ifndef _RING_STATS_H
#define _RING_STATS_H
// project: Linux kernel (headers that used ____cacheline_aligned without <linux/cache.h>)
// reference: reduced from memory of fixes that add the missing include; the pattern is common, this driver is a reconstruction
// kind: ineffective-padding
// starts: hidden
// args: -std=gnu11
// wrong: the macro for alignment is not defined where the header uses it, so that the compiler takes its name for a variable and
//        the statistics of the queues, each written by its own NAPI instance, are packed.
#include <stdint.h>
#ifdef FIXED
#include "cache.h"
#endif

typedef uint64_t u64;
typedef uint32_t u32;

#define RING_MAX_QUEUES 32

struct ring_stats {
	u64 packets;	/* expect: fsfind-per-thread-slots|fsfind-ineffective-padding */
	u64 bytes;	/* expect: fsfind-per-thread-slots|fsfind-ineffective-padding */
	u32 csum_err;
	u32 alloc_err;
} ____cacheline_aligned;

struct ring_desc {
	u64 addr;
	u32 len;
	u32 status;
};

struct ring_queue {
	int index;
	u32 next_to_clean;
	u32 next_to_use;
	u32 count;
	struct ring_desc *desc;
	void **buffers;
	struct ring_adapter *adapter;
};

struct ring_adapter {
	int num_rx_queues;
	u32 flags;
	struct ring_queue *rxq[RING_MAX_QUEUES];
	struct ring_stats rx_stats[RING_MAX_QUEUES];	/* expect: fsfind-per-thread-slots|fsfind-ineffective-padding */
};

int ring_clean_rx(struct ring_queue *q, int budget);
void ring_get_stats64(struct ring_adapter *adapter, u64 *packets, u64 *bytes);
#endif
