#ifndef SMR_UTIL_H
#define SMR_UTIL_H
#include "ofi_atomic_queue.h"

#define SMR_INJECT_SIZE 4096
#define SMR_MSG_DATA_LEN 160
#define SMR_MAX_PEERS 256

struct smr_msg_hdr {
	uint64_t msg_id;
	int64_t id;
	uint32_t op;
	uint16_t op_src, op_flags;
	uint64_t size;
	uint64_t data;
	uint64_t tag;
};

struct smr_cmd {
	struct smr_msg_hdr hdr;
	uint8_t msg[SMR_MSG_DATA_LEN];
};

OFI_DECLARE_ATOMIC_Q(struct smr_cmd, smr_cmd_queue); /* expect: fsfind-adjacent-thread-fields */

struct smr_region {
	uint8_t version;
	uint16_t flags;
	int pid;
	uint8_t cma_cap_peer, cma_cap_self;
	size_t total_size;
	size_t cmd_queue_offset;
	size_t peer_data_offset;
	size_t name_offset;
};

static inline struct smr_cmd_queue *smr_cmd_queue(struct smr_region *smr)
{
	return (struct smr_cmd_queue *) ((char *) smr + smr->cmd_queue_offset);
}

struct smr_region *smr_create(int rx_count);
int smr_peer_send(struct smr_region *peer_smr, int64_t id, uint64_t tag, const void *buf, size_t len);
#endif
