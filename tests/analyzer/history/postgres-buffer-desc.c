// project: PostgreSQL (src/include/storage/buf_internals.h, src/backend/storage/buffer/buf_init.c, bufmgr.c)
// reference: reduced from memory; the released descriptors are padded (BufferDescPadded) and start on a line
// kind: lock-table
// starts: hidden
// args: -std=gnu11
// also-true: fsfind-contended-atomic
// wrong: each backend that pins a page changes the state word of its buffer's descriptor; the descriptors are as large as a line
//        but start wherever the shared memory's allocator happens to be, so two of them meet in each line.
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PG_CACHE_LINE_SIZE 128
#define SIZEOF_VOID_P 8
#define TYPEALIGN(ALIGNVAL, LEN) (((uintptr_t)(LEN) + ((ALIGNVAL)-1)) & ~((uintptr_t)((ALIGNVAL)-1)))
#define CACHELINEALIGN(LEN) TYPEALIGN(PG_CACHE_LINE_SIZE, (LEN))
#define MAXALIGN(LEN) TYPEALIGN(8, (LEN))
#define FREENEXT_END_OF_LIST (-1)
#define FREENEXT_NOT_IN_LIST (-2)

typedef uint32_t Oid;
typedef uint32_t BlockNumber;
typedef int Buffer;
typedef size_t Size;
typedef struct { _Atomic uint32_t value; } pg_atomic_uint32;

typedef struct RelFileNode {
	Oid spcNode, dbNode, relNode;
} RelFileNode;

typedef struct buftag {
	RelFileNode rnode;
	int forkNum;
	BlockNumber blockNum;
} BufferTag;

typedef struct LWLock {
	uint16_t tranche;
	pg_atomic_uint32 state;
	struct { int head, tail; } waiters;
} LWLock;

void LWLockInitialize(LWLock *lock, int tranche_id);
void s_lock(volatile int *lock);
void s_unlock(volatile int *lock);

typedef struct PGShmemHeader {
	int magic;
	Size totalsize;
	Size freeoffset;
} PGShmemHeader;

static PGShmemHeader *ShmemSegHdr;
static volatile int *ShmemLock;

static void *
ShmemAlloc(Size size)
{
	Size newStart;
	void *newSpace = NULL;

	size = MAXALIGN(size);
	s_lock(ShmemLock);
	newStart = ShmemSegHdr->freeoffset;
	if (newStart + size <= ShmemSegHdr->totalsize)
	{
		newSpace = (char *) ShmemSegHdr + newStart;
		ShmemSegHdr->freeoffset = newStart + size;
	}
	s_unlock(ShmemLock);
	return newSpace;
}

static void *
ShmemInitStruct(const char *name, Size size, bool *foundPtr)
{
	*foundPtr = false;
	return ShmemAlloc(size);
}

int BufTableLookup(BufferTag *tagPtr, uint32_t hashcode);
uint32_t BufTableHashCode(BufferTag *tagPtr);
bool smgrread(RelFileNode node, BlockNumber blockNum, char *buffer);

#define BUF_REFCOUNT_ONE 1
#define BUF_REFCOUNT_MASK ((1U << 18) - 1)
#define BUF_USAGECOUNT_ONE (1U << 18)
#define BUF_USAGECOUNT_MASK 0x003C0000U
#define BM_LOCKED (1U << 22)
#define BM_DIRTY (1U << 23)
#define BM_VALID (1U << 24)
#define BM_MAX_USAGE_COUNT 5
#define BUF_STATE_GET_USAGECOUNT(state) (((state)&BUF_USAGECOUNT_MASK) >> 18)

typedef struct BufferDesc {
	BufferTag tag;
	int buf_id;
	pg_atomic_uint32 state; /* expect: fsfind-per-thread-slots|fsfind-adjacent-thread-fields */
	int wait_backend_pid;
	int freeNext;
	LWLock content_lock; /* expect: fsfind-per-thread-slots|fsfind-adjacent-thread-fields */
	void *io_in_progress_lock;
} BufferDesc;

#ifdef FIXED
#define BUFFERDESC_PAD_TO_SIZE (SIZEOF_VOID_P == 8 ? 64 : 1)
typedef union BufferDescPadded {
	BufferDesc bufferdesc;
	char pad[BUFFERDESC_PAD_TO_SIZE];
} BufferDescPadded;

BufferDescPadded *BufferDescriptors;
#define GetBufferDescriptor(id) (&BufferDescriptors[(id)].bufferdesc)
#define SIZEOF_DESC sizeof(BufferDescPadded)
#else
BufferDesc *BufferDescriptors; /* expect: fsfind-per-thread-slots */
#define GetBufferDescriptor(id) (&BufferDescriptors[(id)])
#define SIZEOF_DESC sizeof(BufferDesc)
#endif

char *BufferBlocks;
int NBuffers = 16384;

static inline void pg_atomic_init_u32(pg_atomic_uint32 *ptr, uint32_t val) { atomic_init(&ptr->value, val); }
static inline uint32_t pg_atomic_read_u32(pg_atomic_uint32 *ptr) { return atomic_load_explicit(&ptr->value, memory_order_relaxed); }
static inline bool pg_atomic_compare_exchange_u32(pg_atomic_uint32 *ptr, uint32_t *expected, uint32_t newval) {
	return atomic_compare_exchange_strong(&ptr->value, expected, newval);
}

void
InitBufferPool(void)
{
	bool foundBufs, foundDescs;

#ifdef FIXED
	BufferDescriptors = (BufferDescPadded *)
		CACHELINEALIGN(ShmemInitStruct("Buffer Descriptors", NBuffers * SIZEOF_DESC + PG_CACHE_LINE_SIZE, &foundDescs));
#else
	BufferDescriptors = (BufferDesc *) ShmemInitStruct("Buffer Descriptors", NBuffers * SIZEOF_DESC, &foundDescs);
#endif
	BufferBlocks = (char *) ShmemInitStruct("Buffer Blocks", NBuffers * (Size) 8192, &foundBufs);
	if (foundDescs || foundBufs)
		return;
	for (int i = 0; i < NBuffers; i++)
	{
		BufferDesc *buf = GetBufferDescriptor(i);

		memset(&buf->tag, 0, sizeof(buf->tag));
		pg_atomic_init_u32(&buf->state, 0);
		buf->wait_backend_pid = 0;
		buf->buf_id = i;
		buf->freeNext = i + 1;
		LWLockInitialize(&buf->content_lock, 53);
	}
	GetBufferDescriptor(NBuffers - 1)->freeNext = FREENEXT_END_OF_LIST;
}

static uint32_t
WaitBufHdrUnlocked(BufferDesc *buf)
{
	uint32_t buf_state;

	do
		buf_state = pg_atomic_read_u32(&buf->state);
	while (buf_state & BM_LOCKED);
	return buf_state;
}

static bool
PinBuffer(BufferDesc *buf, bool default_strategy)
{
	uint32_t old_buf_state = pg_atomic_read_u32(&buf->state);
	uint32_t buf_state;

	for (;;)
	{
		if (old_buf_state & BM_LOCKED)
			old_buf_state = WaitBufHdrUnlocked(buf);
		buf_state = old_buf_state + BUF_REFCOUNT_ONE;
		if (default_strategy && BUF_STATE_GET_USAGECOUNT(buf_state) < BM_MAX_USAGE_COUNT)
			buf_state += BUF_USAGECOUNT_ONE;
		if (pg_atomic_compare_exchange_u32(&buf->state, &old_buf_state, buf_state))
			return (buf_state & BM_VALID) != 0;
	}
}

void
UnpinBuffer(BufferDesc *buf)
{
	uint32_t old_buf_state = pg_atomic_read_u32(&buf->state);

	for (;;)
	{
		if (old_buf_state & BM_LOCKED)
			old_buf_state = WaitBufHdrUnlocked(buf);
		if (pg_atomic_compare_exchange_u32(&buf->state, &old_buf_state, old_buf_state - BUF_REFCOUNT_ONE))
			return;
	}
}

Buffer
ReadBuffer_existing(RelFileNode node, BlockNumber blockNum)
{
	BufferTag tag = {node, 0, blockNum};
	int buf_id = BufTableLookup(&tag, BufTableHashCode(&tag));
	BufferDesc *buf;

	if (buf_id < 0)
		return 0;
	buf = GetBufferDescriptor(buf_id);
	if (!PinBuffer(buf, true) && !smgrread(node, blockNum, BufferBlocks + (Size) buf_id * 8192))
	{
		UnpinBuffer(buf);
		return 0;
	}
	return buf->buf_id + 1;
}

void
MarkBufferDirty(Buffer buffer)
{
	BufferDesc *buf = GetBufferDescriptor(buffer - 1);
	uint32_t old_buf_state = pg_atomic_read_u32(&buf->state);

	while (!pg_atomic_compare_exchange_u32(&buf->state, &old_buf_state, old_buf_state | BM_DIRTY))
		;
}
