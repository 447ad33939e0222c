#ifndef OFI_ATOMIC_QUEUE_H
#define OFI_ATOMIC_QUEUE_H
// project: libfabric (include/ofi_atomic_queue.h, prov/shm)
// reference: reduced from memory; the released queue pads the two positions to a line each
// kind: producer-consumer
// starts: hidden
// args: -std=gnu11
// also-true: fsfind-contended-atomic
// wrong: a macro declares the queue of commands that peers write into each other's shared region; the position of the writers, who
//        compete for it, and that of the reader follow each other.
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OFI_CACHE_LINE_SIZE 64
#define FI_ENOENT ENOENT
#define FI_EAGAIN EAGAIN
#define FI_SUCCESS 0

typedef struct {
	_Atomic int64_t val;
} ofi_atomic64_t;

static inline void ofi_atomic_initialize64(ofi_atomic64_t *a, int64_t v) { atomic_init(&a->val, v); }
static inline int64_t ofi_atomic_load_explicit64(ofi_atomic64_t *a, memory_order mo) { return atomic_load_explicit(&a->val, mo); }
static inline void ofi_atomic_store_explicit64(ofi_atomic64_t *a, int64_t v, memory_order mo) { atomic_store_explicit(&a->val, v, mo); }
static inline bool ofi_atomic_compare_exchange_weak64(ofi_atomic64_t *a, int64_t *e, int64_t d)
{
	return atomic_compare_exchange_weak_explicit(&a->val, e, d, memory_order_relaxed, memory_order_relaxed);
}

#ifdef FIXED
#define OFI_AQ_PAD(n) uint8_t pad##n[OFI_CACHE_LINE_SIZE - sizeof(ofi_atomic64_t)];
#define OFI_AQ_PAD_HDR uint8_t pad_hdr[OFI_CACHE_LINE_SIZE - 2 * sizeof(int)];
#define OFI_AQ_ALIGNED __attribute__((aligned(OFI_CACHE_LINE_SIZE)))
#else
#define OFI_AQ_PAD(n)
#define OFI_AQ_PAD_HDR
#define OFI_AQ_ALIGNED
#endif

#define OFI_DECLARE_ATOMIC_Q(entrytype, name)				\
struct name ## _entry {							\
	ofi_atomic64_t	seq;						\
	bool		noop;						\
	entrytype	buf;						\
} __attribute__((aligned(64)));						\
									\
struct name {								\
	int		size;						\
	int		size_mask;					\
	OFI_AQ_PAD_HDR							\
	ofi_atomic64_t	write_pos;					\
	OFI_AQ_PAD(0)							\
	ofi_atomic64_t	read_pos;					\
	OFI_AQ_PAD(1)							\
	struct name ## _entry entry[];					\
} OFI_AQ_ALIGNED;							\
									\
static inline void name ## _init(struct name *aq, int size)		\
{									\
	aq->size = size;						\
	aq->size_mask = aq->size - 1;					\
	ofi_atomic_initialize64(&aq->write_pos, 0);			\
	ofi_atomic_initialize64(&aq->read_pos, 0);			\
	for (int i = 0; i < size; i++)					\
		ofi_atomic_initialize64(&aq->entry[i].seq, i);		\
}									\
									\
static inline int name ## _next(struct name *aq, entrytype **buf,	\
				int64_t *pos)				\
{									\
	struct name ## _entry *ce;					\
	int64_t diff, seq;						\
	*pos = ofi_atomic_load_explicit64(&aq->write_pos,		\
					  memory_order_relaxed);	\
	for (;;) {							\
		ce = &aq->entry[*pos & aq->size_mask];			\
		seq = ofi_atomic_load_explicit64(&ce->seq,		\
						 memory_order_acquire);	\
		diff = seq - *pos;					\
		if (diff == 0) {					\
			if (ofi_atomic_compare_exchange_weak64(		\
				&aq->write_pos, pos, *pos + 1))		\
				break;					\
		} else if (diff < 0) {					\
			return -FI_ENOENT;				\
		} else {						\
			*pos = ofi_atomic_load_explicit64(		\
				&aq->write_pos, memory_order_relaxed);	\
		}							\
	}								\
	*buf = &ce->buf;						\
	ce->noop = false;						\
	return FI_SUCCESS;						\
}									\
									\
static inline void name ## _commit(entrytype *buf, int64_t pos)		\
{									\
	struct name ## _entry *ce = (struct name ## _entry *)		\
		((char *) buf - offsetof(struct name ## _entry, buf));	\
	ofi_atomic_store_explicit64(&ce->seq, pos + 1,			\
				    memory_order_release);		\
}									\
									\
static inline int name ## _head(struct name *aq, entrytype **buf,	\
				int64_t *pos)				\
{									\
	struct name ## _entry *ce;					\
	int64_t diff, seq;						\
	*pos = ofi_atomic_load_explicit64(&aq->read_pos,		\
					  memory_order_relaxed);	\
	ce = &aq->entry[*pos & aq->size_mask];				\
	seq = ofi_atomic_load_explicit64(&ce->seq,			\
					 memory_order_acquire);		\
	diff = seq - (*pos + 1);					\
	if (diff != 0)							\
		return -FI_ENOENT;					\
	ofi_atomic_store_explicit64(&aq->read_pos, *pos + 1,		\
				    memory_order_relaxed);		\
	*buf = &ce->buf;						\
	return ce->noop ? -FI_EAGAIN : FI_SUCCESS;			\
}									\
									\
static inline void name ## _release(struct name *aq, entrytype *buf,	\
				    int64_t pos)			\
{									\
	struct name ## _entry *ce = (struct name ## _entry *)		\
		((char *) buf - offsetof(struct name ## _entry, buf));	\
	ofi_atomic_store_explicit64(&ce->seq, pos + aq->size,		\
				    memory_order_release);		\
}									\
void dummy ## name(void)

#endif
