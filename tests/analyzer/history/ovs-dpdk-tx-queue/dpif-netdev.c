#include "netdev-dpdk.h"

#define NON_PMD_CORE_ID UINT32_MAX

struct rx_queue;
int netdev_rxq_recv(struct rx_queue *, struct rte_mbuf **pkts, int max);

struct dp_netdev_pmd_thread {
    unsigned core_id;
    int static_tx_qid;
    volatile bool exit;
    int n_rxq;
    struct rx_queue *rxq[8];
    struct netdev_dpdk *out;
    uint64_t n_sent;
    uint64_t n_dropped;
};

static void
dp_netdev_send(struct dp_netdev_pmd_thread *pmd, struct rte_mbuf **pkts, int cnt)
{
    bool dynamic = pmd->static_tx_qid >= pmd->out->user_n_txq;
    int dropped = netdev_dpdk_eth_send(pmd->out, pmd->static_tx_qid, pkts, cnt, dynamic);

    pmd->n_dropped += dropped;
    pmd->n_sent += cnt - dropped;
}

void *
pmd_thread_main(void *f_)
{
    struct dp_netdev_pmd_thread *pmd = f_;
    struct rte_mbuf *pkts[32];

    while (!pmd->exit) {
        for (int i = 0; i < pmd->n_rxq; i++) {
            int cnt = netdev_rxq_recv(pmd->rxq[i], pkts, 32);
            if (cnt > 0) {
                dp_netdev_send(pmd, pkts, cnt);
            }
        }
    }
    return NULL;
}
