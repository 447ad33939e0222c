#ifndef UTIL_H
#define UTIL_H 1
// project: Open vSwitch (lib/netdev-dpdk.c, lib/util.h)
// reference: reduced from memory of the commit that pads struct dpdk_tx_queue to a line with PADDED_MEMBERS
// kind: per-thread-array
// starts: hidden
// args: -std=gnu11
// wrong: every PMD thread sends on a queue of its own and takes that queue's lock; at eight bytes each, the queues'
//        locks share lines.
#include <stdint.h>
#include <stdlib.h>

#define CACHE_LINE_SIZE 64
#define ROUND_UP(X, Y) (((X) + (Y) - 1) / (Y) * (Y))
#define CONCAT2(X, Y) X ## Y
#define CONCAT(X, Y) CONCAT2(X, Y)
#define PAD_ID CONCAT(pad, __COUNTER__)

#define PADDED_MEMBERS(UNIT, MEMBERS)                   \
    union {                                             \
        struct { MEMBERS };                             \
        uint8_t PAD_ID[ROUND_UP(sizeof(struct { MEMBERS }), UNIT)]; \
    }

void *xzalloc_cacheline(size_t);
void free_cacheline(void *);
#endif
