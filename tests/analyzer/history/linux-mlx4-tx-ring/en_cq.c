#include "mlx4_en.h"

static u32 mlx4_en_free_tx_desc(struct mlx4_en_tx_ring *ring, u32 index)
{
	struct mlx4_en_tx_info *tx_info = &ring->tx_info[index];

	dev_kfree_skb_any(tx_info->skb);
	tx_info->skb = 0;
	return tx_info->nr_txbb;
}

int mlx4_en_poll_tx_cq(struct mlx4_en_cq *cq, int budget)
{
	struct mlx4_en_tx_ring *ring = cq->ring;
	u32 cons_index = cq->cons_index, packets = 0, bytes = 0;
	u32 ring_cons = ACCESS_ONCE(ring->cons);
	u32 last_nr_txbb = ACCESS_ONCE(ring->last_nr_txbb);
	u32 txbbs_skipped = 0;
	struct mlx4_cqe *cqe = &cq->buf[cons_index & (cq->size - 1)];
	int done = 0;

	while ((cqe->owner_sr_opcode >> 7) == !!(cons_index & cq->size) && done < budget) {
		u32 index = (ring_cons + txbbs_skipped + last_nr_txbb) & ring->size_mask;

		bytes += ring->tx_info[index].nr_bytes;
		txbbs_skipped += last_nr_txbb;
		last_nr_txbb = mlx4_en_free_tx_desc(ring, index);
		packets++;
		cons_index++;
		cqe = &cq->buf[cons_index & (cq->size - 1)];
		done++;
	}
	cq->cons_index = cons_index;
	__sync_synchronize();
	ACCESS_ONCE(ring->last_nr_txbb) = last_nr_txbb;
	ACCESS_ONCE(ring->cons) = ring_cons + txbbs_skipped;
	netdev_tx_completed_queue(ring->tx_queue, packets, bytes);
	if (netif_tx_queue_stopped(ring->tx_queue) && txbbs_skipped > 0) {
		netif_tx_wake_queue(ring->tx_queue);
		ring->wake_queue++;
	}
	return done;
}
