#include "netdev-dpdk.h"

#define NETDEV_MAX_BURST 32
uint16_t rte_eth_tx_burst(uint16_t port, uint16_t queue, struct rte_mbuf **pkts, uint16_t n);
void rte_pktmbuf_free(struct rte_mbuf *);

static struct dpdk_tx_queue *
netdev_dpdk_alloc_txq(unsigned int n_txqs)
{
    struct dpdk_tx_queue *txqs;
    unsigned i;

    txqs = xzalloc_cacheline(n_txqs * sizeof *txqs);
    for (i = 0; i < n_txqs; i++) {
        txqs[i].map = -1;
        rte_spinlock_init(&txqs[i].tx_lock);
    }
    return txqs;
}

int
netdev_dpdk_construct(struct netdev_dpdk *dev, uint16_t port_id, int n_txq)
{
    dev->port_id = port_id;
    dev->mtu = 1500;
    dev->max_packet_len = 1518;
    dev->user_n_txq = n_txq;
    dev->tx_q = netdev_dpdk_alloc_txq(n_txq);
    dev->attached = true;
    return dev->tx_q ? 0 : -1;
}

void
netdev_dpdk_remap_txqs(struct netdev_dpdk *dev, int n_enabled)
{
    for (int i = 0; i < dev->user_n_txq; i++) {
        dev->tx_q[i].map = n_enabled ? i % n_enabled : -1;
    }
}

void
netdev_dpdk_destruct(struct netdev_dpdk *dev)
{
    dev->attached = false;
    free_cacheline(dev->tx_q);
}

static int
netdev_dpdk_eth_tx_burst(struct netdev_dpdk *dev, int qid, struct rte_mbuf **pkts, int cnt)
{
    uint32_t nb_tx = 0;

    while (nb_tx != (uint32_t) cnt) {
        uint32_t ret = rte_eth_tx_burst(dev->port_id, qid, pkts + nb_tx, cnt - nb_tx);
        if (!ret) {
            break;
        }
        nb_tx += ret;
    }
    for (int i = nb_tx; i < cnt; i++) {
        rte_pktmbuf_free(pkts[i]);
    }
    return cnt - nb_tx;
}

int
netdev_dpdk_eth_send(struct netdev_dpdk *dev, int qid, struct rte_mbuf **pkts, int cnt, bool concurrent_txq)
{
    int dropped;

    if (concurrent_txq) {
        qid = qid % dev->user_n_txq;
    }
    rte_spinlock_lock(&dev->tx_q[qid].tx_lock);
    dropped = netdev_dpdk_eth_tx_burst(dev, dev->tx_q[qid].map, pkts, cnt);
    rte_spinlock_unlock(&dev->tx_q[qid].tx_lock);
    return dropped;
}
