#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "mlx4_en.h"

#define HEADROOM (2048 / 64 + 1)

int mlx4_en_create_tx_ring(struct mlx4_en_priv *priv, int index, u32 size)
{
	struct mlx4_en_tx_ring *ring;

	ring = aligned_alloc(SMP_CACHE_BYTES, (sizeof(*ring) + SMP_CACHE_BYTES - 1) & -SMP_CACHE_BYTES);
	if (!ring)
		return -ENOMEM;
	memset(ring, 0, sizeof(*ring));
	ring->size = size;
	ring->size_mask = size - 1;
	ring->full_size = size - HEADROOM;
	ring->stride = sizeof(struct mlx4_en_tx_desc);
	ring->tx_info = calloc(size, sizeof(*ring->tx_info));
	ring->buf = calloc(size, ring->stride);
	if (!ring->tx_info || !ring->buf) {
		free(ring->tx_info);
		free(ring->buf);
		free(ring);
		return -ENOMEM;
	}
	ring->cons = ring->prod = 0;
	priv->tx_ring[index] = ring;
	return 0;
}

static bool mlx4_en_is_tx_ring_full(struct mlx4_en_tx_ring *ring)
{
	return ring->prod - READ_ONCE(ring->cons) > ring->full_size;
}

int mlx4_en_xmit(struct sk_buff *skb, struct mlx4_en_tx_ring *ring)
{
	struct mlx4_en_tx_desc *tx_desc;
	struct mlx4_en_tx_info *tx_info;
	u32 index, nr_txbb = 1 + skb->len / 64;

	if (mlx4_en_is_tx_ring_full(ring)) {
		netif_tx_stop_queue(ring->tx_queue);
		ring->queue_stopped++;
		__sync_synchronize();
		if (mlx4_en_is_tx_ring_full(ring))
			return -EBUSY;
		netif_tx_wake_queue(ring->tx_queue);
	}
	index = ring->prod & ring->size_mask;
	tx_desc = ring->buf + index;
	tx_info = &ring->tx_info[index];
	tx_info->skb = skb;
	tx_info->nr_txbb = nr_txbb;
	tx_info->nr_bytes = skb->len;
	tx_desc->addr = (u64)(uintptr_t)skb->data;
	tx_desc->byte_count = skb->len;

	if (skb->gso_segs) {
		ring->tso_packets++;
		ring->packets += skb->gso_segs;
	} else {
		ring->packets++;
	}
	ring->tx_csum++;
	ring->bytes += skb->len;
	ring->prod += nr_txbb;
	__sync_synchronize();
	tx_desc->owner_opcode = ring->prod & ring->size ? 1u << 31 : 0;
	*ring->doorbell = ring->qpn;
	return 0;
}
