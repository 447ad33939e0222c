#include "ring_stats.h"
#include <stdlib.h>

typedef int (*napi_poll_t)(struct ring_queue *q, int budget);
void netif_napi_add(struct ring_queue *q, napi_poll_t poll, int weight);
int request_queue_irq(int index, struct ring_queue *q);

int ring_setup_rx(struct ring_adapter *adapter, int queues, u32 count)
{
	adapter->num_rx_queues = queues;
	for (int i = 0; i < queues; i++) {
		struct ring_queue *q = calloc(1, sizeof(*q));

		if (!q)
			return -1;
		q->index = i;
		q->count = count;
		q->adapter = adapter;
		q->desc = calloc(count, sizeof(*q->desc));
		q->buffers = calloc(count, sizeof(*q->buffers));
		adapter->rxq[i] = q;
		netif_napi_add(q, ring_clean_rx, 64);
		if (request_queue_irq(i, q))
			return -1;
	}
	return 0;
}

void ring_get_stats64(struct ring_adapter *adapter, u64 *packets, u64 *bytes)
{
	*packets = *bytes = 0;
	for (int i = 0; i < adapter->num_rx_queues; i++) {
		*packets += adapter->rx_stats[i].packets;
		*bytes += adapter->rx_stats[i].bytes;
	}
}
