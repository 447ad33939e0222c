#include "smr_util.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct smr_ep {
	struct smr_region *region;
	void *rx_ctx;
	int (*rx_tagged)(void *ctx, int64_t id, uint64_t tag, const void *buf, size_t len);
	uint64_t rx_cnt;
	uint64_t unexp_cnt;
};

static size_t smr_calculate_size_offsets(int rx_count, size_t *cmd_offset)
{
	*cmd_offset = 4096;
	return *cmd_offset + sizeof(struct smr_cmd_queue) + rx_count * sizeof(struct smr_cmd_queue_entry);
}

struct smr_region *smr_create(int rx_count)
{
	struct smr_region *smr;
	size_t cmd_offset, total = smr_calculate_size_offsets(rx_count, &cmd_offset);

	smr = mmap(NULL, total, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (smr == MAP_FAILED)
		return NULL;
	smr->version = 6;
	smr->pid = getpid();
	smr->total_size = total;
	smr->cmd_queue_offset = cmd_offset;
	smr_cmd_queue_init(smr_cmd_queue(smr), rx_count);
	return smr;
}

int smr_peer_send(struct smr_region *peer_smr, int64_t id, uint64_t tag, const void *buf, size_t len)
{
	struct smr_cmd *ce;
	int64_t pos;
	int ret;

	if (len > SMR_MSG_DATA_LEN)
		return -EMSGSIZE;
	ret = smr_cmd_queue_next(smr_cmd_queue(peer_smr), &ce, &pos);
	if (ret == -FI_ENOENT)
		return -FI_EAGAIN;
	ce->hdr.id = id;
	ce->hdr.op = 1;
	ce->hdr.tag = tag;
	ce->hdr.size = len;
	memcpy(ce->msg, buf, len);
	smr_cmd_queue_commit(ce, pos);
	return FI_SUCCESS;
}

void smr_ep_progress(struct smr_ep *ep)
{
	struct smr_cmd_queue *queue = smr_cmd_queue(ep->region);
	struct smr_cmd *ce;
	int64_t pos;
	int ret;

	for (;;) {
		ret = smr_cmd_queue_head(queue, &ce, &pos);
		if (ret == -FI_ENOENT)
			break;
		if (ret != -FI_EAGAIN) {
			if (ep->rx_tagged(ep->rx_ctx, ce->hdr.id, ce->hdr.tag, ce->msg, ce->hdr.size))
				ep->unexp_cnt++;
			ep->rx_cnt++;
		}
		smr_cmd_queue_release(queue, ce, pos);
	}
}
