// project: DPDK (example applications and libraries with statistics by lcore)
// reference: reduced from memory of several patches that add __rte_cache_aligned to such structs
// kind: per-thread-array
// starts: hidden
// wrong: statistics are indexed by the lcore that runs the loop, and the struct is smaller than a line.
#include <stdint.h>
#include <stdio.h>

#define RTE_MAX_LCORE 128
#define RTE_CACHE_LINE_SIZE 64
#define MAX_PKT_BURST 32
#define __rte_cache_aligned __attribute__((__aligned__(RTE_CACHE_LINE_SIZE)))
#define RTE_LCORE_FOREACH_WORKER(i) \
    for (i = rte_get_next_lcore(-1); i < RTE_MAX_LCORE; i = rte_get_next_lcore(i))

struct rte_mbuf;
unsigned rte_lcore_id(void);
unsigned rte_get_next_lcore(int i);
int rte_eal_remote_launch(int (*f)(void *), void *arg, unsigned worker_id);
uint16_t rte_eth_rx_burst(uint16_t port, uint16_t queue, struct rte_mbuf **pkts, uint16_t n);
uint16_t rte_eth_tx_burst(uint16_t port, uint16_t queue, struct rte_mbuf **pkts, uint16_t n);
void rte_pktmbuf_free(struct rte_mbuf *m);

struct lcore_stats {
    uint64_t rx;      /* expect: fsfind-per-thread-slots */
    uint64_t tx;      /* expect: fsfind-per-thread-slots */
    uint64_t dropped; /* expect: fsfind-per-thread-slots */
    uint64_t empty_polls;
#ifdef FIXED
} __rte_cache_aligned;
#else
};
#endif

static struct lcore_stats stats[RTE_MAX_LCORE]; /* expect: fsfind-per-thread-slots */

static volatile int force_quit;

static void send_burst(struct rte_mbuf **pkts, uint16_t n, uint16_t port, struct lcore_stats *st) {
    uint16_t sent = rte_eth_tx_burst(port, 0, pkts, n);
    st->tx += sent;
    if (sent < n) {
        st->dropped += n - sent;
        do {
            rte_pktmbuf_free(pkts[sent]);
        } while (++sent < n);
    }
}

static int main_loop(void *arg) {
    const unsigned lcore_id = rte_lcore_id();
    struct lcore_stats *st = &stats[lcore_id];
    struct rte_mbuf *pkts[MAX_PKT_BURST];
    const uint16_t port = *(const uint16_t *)arg;
    while (!force_quit) {
        uint16_t n = rte_eth_rx_burst(port, (uint16_t)lcore_id, pkts, MAX_PKT_BURST);
        if (n == 0) {
            st->empty_polls++;
            continue;
        }
        st->rx += n;
        send_burst(pkts, n, port ^ 1, st);
    }
    return 0;
}

void print_stats(void) {
    uint64_t rx = 0, tx = 0, dropped = 0;
    for (unsigned i = 0; i < RTE_MAX_LCORE; i++) {
        rx += stats[i].rx;
        tx += stats[i].tx;
        dropped += stats[i].dropped;
    }
    printf("rx %lu tx %lu dropped %lu\n", (unsigned long)rx, (unsigned long)tx, (unsigned long)dropped);
}

void launch(uint16_t *port) {
    unsigned lcore_id;
    RTE_LCORE_FOREACH_WORKER(lcore_id) rte_eal_remote_launch(main_loop, port, lcore_id);
}
