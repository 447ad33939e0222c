#ifndef NETDEV_DPDK_H
#define NETDEV_DPDK_H
#include <stdbool.h>
#include "util.h"

struct rte_mbuf;
typedef struct { volatile int locked; } rte_spinlock_t;

static inline void rte_spinlock_init(rte_spinlock_t *sl) { sl->locked = 0; }
static inline void rte_spinlock_lock(rte_spinlock_t *sl)
{
    while (__sync_lock_test_and_set(&sl->locked, 1)) {
        while (sl->locked) {
            __builtin_ia32_pause();
        }
    }
}
static inline void rte_spinlock_unlock(rte_spinlock_t *sl) { __sync_lock_release(&sl->locked); }

struct dpdk_tx_queue {
#ifdef FIXED
    PADDED_MEMBERS(CACHE_LINE_SIZE,
        rte_spinlock_t tx_lock;
        int map;
    );
#else
    rte_spinlock_t tx_lock; /* expect: fsfind-per-thread-slots */
    int map;
#endif
};

struct netdev_dpdk {
    uint16_t port_id;
    bool attached;
    int max_packet_len;
    int mtu;
    int socket_id;
    int user_n_txq;
    struct dpdk_tx_queue *tx_q; /* expect: fsfind-per-thread-slots */
};

int netdev_dpdk_construct(struct netdev_dpdk *, uint16_t port_id, int n_txq);
void netdev_dpdk_remap_txqs(struct netdev_dpdk *, int n_enabled);
void netdev_dpdk_destruct(struct netdev_dpdk *);
int netdev_dpdk_eth_send(struct netdev_dpdk *, int qid, struct rte_mbuf **, int cnt, bool concurrent_txq);
#endif
