#ifndef _MLX4_EN_H_
#define _MLX4_EN_H_
// project: Linux kernel (drivers/net/ethernet/mellanox/mlx4)
// reference: reduced from memory of the commit that reorganizes struct mlx4_en_tx_ring
// kind: producer-consumer
// starts: hidden
// wrong: the position up to which completions were handled and the counters of that side lie in the line of the producer, which
//        another CPU writes for each packet.
#include <stdbool.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

#define SMP_CACHE_BYTES 64
#ifdef FIXED
#define ____cacheline_aligned_in_smp __attribute__((__aligned__(SMP_CACHE_BYTES)))
#else
#define ____cacheline_aligned_in_smp
#endif
#define ACCESS_ONCE(x) (*(volatile __typeof__(x) *)&(x))
#define READ_ONCE(x) ACCESS_ONCE(x)

struct sk_buff {
	u32 len;
	u32 gso_segs;
	void *data;
	struct sk_buff *next;
};

struct mlx4_en_tx_info {
	struct sk_buff *skb;
	u32 nr_txbb;
	u32 nr_bytes;
};

struct mlx4_en_tx_desc {
	u32 owner_opcode;
	u32 byte_count;
	u64 addr;
};

struct mlx4_cqe {
	u16 wqe_index;
	u8 reserved;
	u8 owner_sr_opcode;
};

struct netdev_queue;

struct mlx4_en_tx_ring {
#ifdef FIXED
	u32			last_nr_txbb;
	u32			cons;
	unsigned long		wake_queue;

	u32			prod ____cacheline_aligned_in_smp;
	unsigned long		bytes;
	unsigned long		packets;
	unsigned long		tx_csum;
	unsigned long		tso_packets;
	unsigned long		queue_stopped;

	int			qpn ____cacheline_aligned_in_smp;
#else
	u32			prod;		/* expect: fsfind-adjacent-thread-fields */
	u32			cons;		/* expect: fsfind-adjacent-thread-fields */
	unsigned long		bytes;		/* expect: fsfind-adjacent-thread-fields */
	unsigned long		packets;	/* expect: fsfind-adjacent-thread-fields */
	unsigned long		tx_csum;
	unsigned long		tso_packets;
	unsigned long		queue_stopped;
	unsigned long		wake_queue;	/* expect: fsfind-adjacent-thread-fields */
	u32			last_nr_txbb;	/* expect: fsfind-adjacent-thread-fields */
	int			qpn;
#endif
	u32			size;
	u32			size_mask;
	u16			stride;
	u32			full_size;
	struct mlx4_en_tx_desc	*buf;
	struct mlx4_en_tx_info	*tx_info;
	struct netdev_queue	*tx_queue;
	u32			*doorbell;
};

struct mlx4_en_cq {
	struct mlx4_cqe		*buf;
	u32			cons_index;
	u32			size;
	struct mlx4_en_tx_ring	*ring;
};

struct mlx4_en_priv {
	struct mlx4_en_tx_ring	*tx_ring[16];
	struct mlx4_en_cq	*tx_cq[16];
	int			tx_ring_num;
};

bool netif_tx_queue_stopped(struct netdev_queue *q);
void netif_tx_stop_queue(struct netdev_queue *q);
void netif_tx_wake_queue(struct netdev_queue *q);
void netdev_tx_completed_queue(struct netdev_queue *q, u32 packets, u32 bytes);
void dev_kfree_skb_any(struct sk_buff *skb);

int mlx4_en_create_tx_ring(struct mlx4_en_priv *priv, int index, u32 size);
int mlx4_en_xmit(struct sk_buff *skb, struct mlx4_en_tx_ring *ring);
int mlx4_en_poll_tx_cq(struct mlx4_en_cq *cq, int budget);
#endif
