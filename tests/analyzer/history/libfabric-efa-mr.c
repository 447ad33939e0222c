// project: libfabric (prov/efa/src/efa_mr.h)
// reference: https://github.com/ofiwg/libfabric/pull/11983 (read)
// kind: counter-beside-read-mostly
// starts: hidden
// args: -std=gnu11
// also-true: fsfind-contended-atomic
// wrong: the reference count of a memory registration, which each send and each completion of every endpoint changes, is in the
//        line of the key, the interface and the flags, that the same paths of other threads read.
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

#define EFA_CACHE_LINE_SIZE 64
#define EFA_MR_IOV_LIMIT 1
#define FI_EAGAIN EAGAIN
#define FI_REMOTE_READ (1ULL << 12)
#define FI_REMOTE_WRITE (1ULL << 13)

typedef struct { atomic_int val; } ofi_atomic32_t;

static inline int32_t ofi_atomic_inc32(ofi_atomic32_t *a) { return atomic_fetch_add(&a->val, 1) + 1; }
static inline int32_t ofi_atomic_dec32(ofi_atomic32_t *a) { return atomic_fetch_sub(&a->val, 1) - 1; }
static inline int32_t ofi_atomic_get32(ofi_atomic32_t *a) { return atomic_load(&a->val); }
static inline void ofi_atomic_initialize32(ofi_atomic32_t *a, int32_t v) { atomic_init(&a->val, v); }

enum fi_hmem_iface { FI_HMEM_SYSTEM, FI_HMEM_CUDA, FI_HMEM_NEURON };

struct ibv_mr {
	void *context;
	void *addr;
	size_t length;
	uint32_t lkey;
	uint32_t rkey;
};

struct fid {
	size_t fclass;
	void *context;
};

struct fid_mr {
	struct fid fid;
	void *mem_desc;
	uint64_t key;
};

struct efa_domain {
	struct ibv_pd *ibv_pd;
	size_t mr_count;
	uint64_t mr_flags;
	int mr_mode;
};

struct efa_mr_peer {
	enum fi_hmem_iface iface;
	int device;
	uint64_t flags;
};

struct efa_mr {
	struct fid_mr mr_fid;
	struct ibv_mr *ibv_mr;
	struct efa_domain *domain;
#ifdef FIXED
	_Alignas(EFA_CACHE_LINE_SIZE) ofi_atomic32_t ref;
	char pad[EFA_CACHE_LINE_SIZE - sizeof(ofi_atomic32_t)];
#else
	ofi_atomic32_t ref; /* expect: fsfind-adjacent-thread-fields */
#endif
	struct efa_mr_peer peer;
	bool inserted_to_mr_map;
	bool needs_sync;
	struct fid_mr *shm_mr;
};

struct efa_context {
	void *completion_desc[EFA_MR_IOV_LIMIT];
	uint64_t completion_flags;
	void *app_context;
};

struct efa_ibv_sge {
	uint64_t addr;
	uint32_t length;
	uint32_t lkey;
};

struct efa_base_ep {
	struct efa_domain *domain;
	size_t max_msg_size;
	size_t inject_msg_size;
	bool use_unsolicited_write_recv;
	int (*post_send)(struct efa_base_ep *ep, struct efa_ibv_sge *sge, int n, void *ctx);
};

struct fi_msg {
	const struct iovec *msg_iov;
	void **desc;
	size_t iov_count;
	uint64_t addr;
	void *context;
	uint64_t data;
};

struct efa_cq_entry {
	struct efa_context *ctx;
	uint32_t status;
	uint32_t len;
};

static inline void efa_mr_ref_inc(struct efa_mr *mr)
{
	if (mr)
		ofi_atomic_inc32(&mr->ref);
}

static inline void efa_mr_ref_dec(struct efa_mr *mr)
{
	if (mr)
		ofi_atomic_dec32(&mr->ref);
}

static inline bool efa_mr_is_hmem(const struct efa_mr *mr)
{
	return mr ? mr->peer.iface == FI_HMEM_CUDA || mr->peer.iface == FI_HMEM_NEURON : false;
}

int efa_mr_reg(struct efa_domain *domain, struct ibv_mr *ibv_mr, enum fi_hmem_iface iface, uint64_t flags,
	       struct fid_mr **mr_fid)
{
	struct efa_mr *efa_mr;

#ifdef FIXED
	if (posix_memalign((void **)&efa_mr, EFA_CACHE_LINE_SIZE, sizeof(*efa_mr)))
		return -ENOMEM;
	memset(efa_mr, 0, sizeof(*efa_mr));
#else
	efa_mr = calloc(1, sizeof(*efa_mr));
	if (!efa_mr)
		return -ENOMEM;
#endif
	efa_mr->domain = domain;
	efa_mr->ibv_mr = ibv_mr;
	efa_mr->mr_fid.mem_desc = efa_mr;
	efa_mr->mr_fid.key = ibv_mr->rkey;
	efa_mr->peer.iface = iface;
	efa_mr->peer.flags = flags;
	ofi_atomic_initialize32(&efa_mr->ref, 0);
	*mr_fid = &efa_mr->mr_fid;
	domain->mr_count++;
	return 0;
}

int efa_mr_close(struct efa_mr *efa_mr)
{
	if (ofi_atomic_get32(&efa_mr->ref))
		return -EBUSY;
	efa_mr->domain->mr_count--;
	free(efa_mr);
	return 0;
}

static int efa_post_send(struct efa_base_ep *base_ep, const struct fi_msg *msg, struct efa_context *ctx)
{
	struct efa_ibv_sge sge[EFA_MR_IOV_LIMIT];
	size_t len = 0;
	int err;

	for (size_t i = 0; i < msg->iov_count; i++) {
		struct efa_mr *mr = msg->desc[i];

		if (efa_mr_is_hmem(mr) && msg->msg_iov[i].iov_len <= base_ep->inject_msg_size)
			return -EINVAL;
		sge[i].addr = (uintptr_t)msg->msg_iov[i].iov_base;
		sge[i].length = (uint32_t)msg->msg_iov[i].iov_len;
		sge[i].lkey = mr->ibv_mr->lkey;
		len += msg->msg_iov[i].iov_len;
	}
	if (len > base_ep->max_msg_size)
		return -EMSGSIZE;

	for (size_t i = 0; i < msg->iov_count; i++) {
		ctx->completion_desc[i] = msg->desc[i];
		efa_mr_ref_inc(msg->desc[i]);
	}
	err = base_ep->post_send(base_ep, sge, (int)msg->iov_count, ctx);
	if (err) {
		for (size_t i = 0; i < msg->iov_count; i++)
			efa_mr_ref_dec(msg->desc[i]);
		return err == ENOMEM ? -FI_EAGAIN : -err;
	}
	return 0;
}

long efa_ep_sendmsg(struct efa_base_ep *base_ep, const struct fi_msg *msg, uint64_t flags)
{
	struct efa_context *ctx = msg->context;

	ctx->completion_flags = flags;
	ctx->app_context = msg->context;
	return efa_post_send(base_ep, msg, ctx);
}

long efa_rma_post_write(struct efa_base_ep *base_ep, const struct fi_msg *msg, uint64_t *remote_key)
{
	struct efa_mr *mr = msg->desc[0];

	if (!(mr->peer.flags & FI_REMOTE_WRITE))
		return -EACCES;
	*remote_key = mr->mr_fid.key;
	return efa_post_send(base_ep, msg, msg->context);
}

int efa_cq_poll(struct efa_cq_entry *entries, int count)
{
	int ok = 0;

	for (int i = 0; i < count; i++) {
		struct efa_context *ctx = entries[i].ctx;

		for (int j = 0; j < EFA_MR_IOV_LIMIT; j++)
			efa_mr_ref_dec(ctx->completion_desc[j]);
		ok += entries[i].status == 0;
	}
	return ok;
}
