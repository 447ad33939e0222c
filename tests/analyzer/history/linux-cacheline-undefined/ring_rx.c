#include "ring_stats.h"

#define DESC_DONE 1
#define DESC_CSUM_BAD 2

void *ring_alloc_buffer(struct ring_adapter *adapter, u64 *dma);
void napi_gro_receive(int queue, void *buffer, u32 len);
int napi_complete_done(int queue, int work_done);

static int ring_refill(struct ring_queue *q)
{
	u64 dma;
	void *buf = ring_alloc_buffer(q->adapter, &dma);

	if (!buf) {
		q->adapter->rx_stats[q->index].alloc_err++;
		return -1;
	}
	q->buffers[q->next_to_use] = buf;
	q->desc[q->next_to_use].addr = dma;
	q->desc[q->next_to_use].status = 0;
	q->next_to_use = (q->next_to_use + 1) % q->count;
	return 0;
}

int ring_clean_rx(struct ring_queue *q, int budget)
{
	struct ring_stats *stats = &q->adapter->rx_stats[q->index];
	int work_done = 0;

	while (work_done < budget) {
		struct ring_desc *d = &q->desc[q->next_to_clean];

		if (!(*(volatile u32 *)&d->status & DESC_DONE))
			break;
		if (d->status & DESC_CSUM_BAD)
			stats->csum_err++;
		napi_gro_receive(q->index, q->buffers[q->next_to_clean], d->len);
		stats->packets++;
		stats->bytes += d->len;
		q->next_to_clean = (q->next_to_clean + 1) % q->count;
		work_done++;
		ring_refill(q);
	}
	if (work_done < budget)
		napi_complete_done(q->index, work_done);
	return work_done;
}
