// project: PostgreSQL (src/backend/access/transam/xlog.c)
// reference: reduced from memory of the commit that makes WAL insertion scale; it pads after the insert position
// kind: counter-beside-read-mostly
// starts: hidden
// args: -std=gnu11
// wrong: the reserved position, changed under a spinlock by every insertion, shares a line with the redo pointer and flags that
//        every backend reads before it assembles a record.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define PG_CACHE_LINE_SIZE 128
#define NUM_XLOGINSERT_LOCKS 8
#define XLOG_BLCKSZ 8192
#define UsableBytesInPage (XLOG_BLCKSZ - 24)
#define MAXALIGN(LEN) (((uintptr_t) (LEN) + 7) & ~(uintptr_t) 7)

typedef uint64_t XLogRecPtr;
typedef volatile int slock_t;

#define SpinLockInit(lock) (*(lock) = 0)
#define SpinLockAcquire(lock) do { } while (__sync_lock_test_and_set(lock, 1))
#define SpinLockRelease(lock) __sync_lock_release(lock)

typedef struct LWLock
{
	uint16_t	tranche;
	uint32_t	state;
	void	   *waiters[2];
} LWLock;

typedef struct
{
	LWLock		lock;
	XLogRecPtr	insertingAt;
	XLogRecPtr	lastImportantAt;
} WALInsertLock;

typedef union WALInsertLockPadded
{
	WALInsertLock l;
	char		pad[PG_CACHE_LINE_SIZE];
} WALInsertLockPadded;

typedef struct XLogCtlInsert
{
	slock_t		insertpos_lck;	/* expect: fsfind-adjacent-thread-fields */
	uint64_t	CurrBytePos;	/* expect: fsfind-adjacent-thread-fields */
	uint64_t	PrevBytePos;	/* expect: fsfind-adjacent-thread-fields */
#ifdef FIXED
	char		pad[PG_CACHE_LINE_SIZE];
#endif
	XLogRecPtr	RedoRecPtr;		/* expect: fsfind-adjacent-thread-fields */
	bool		forcePageWrites;
	bool		fullPageWrites;	/* expect: fsfind-adjacent-thread-fields */
	int			nonExclusiveBackups;
	XLogRecPtr	lastBackupStart;
	WALInsertLockPadded *WALInsertLocks;
} XLogCtlInsert;

typedef struct XLogCtlData
{
	XLogCtlInsert Insert;
#ifdef FIXED
	char		pad[PG_CACHE_LINE_SIZE];
#endif
	char	   *pages;
	XLogRecPtr *xlblocks;
	int			XLogCacheBlck;
	bool		SharedRecoveryInProgress;
} XLogCtlData;

typedef struct XLogRecord
{
	uint32_t	xl_tot_len;
	uint32_t	xl_xid;
	XLogRecPtr	xl_prev;
	uint8_t		xl_info;
	uint8_t		xl_rmid;
} XLogRecord;

void	   *ShmemAllocAligned(size_t size, size_t align);
void		LWLockAcquire(LWLock *lock);
void		LWLockRelease(LWLock *lock);
XLogRecord *XLogRecordAssemble(uint8_t rmid, uint8_t info, XLogRecPtr RedoRecPtr, bool doPageWrites, XLogRecPtr *fpw_lsn);

static XLogCtlData *XLogCtl;
static XLogRecPtr RedoRecPtr;
static bool doPageWrites;
static int	MyLockNo;

void
XLOGShmemInit(int buffers)
{
	XLogCtl = ShmemAllocAligned(sizeof(XLogCtlData), PG_CACHE_LINE_SIZE);
	memset(XLogCtl, 0, sizeof(XLogCtlData));
	XLogCtl->Insert.WALInsertLocks =
		ShmemAllocAligned(sizeof(WALInsertLockPadded) * NUM_XLOGINSERT_LOCKS, PG_CACHE_LINE_SIZE);
	XLogCtl->pages = ShmemAllocAligned((size_t) buffers * XLOG_BLCKSZ, XLOG_BLCKSZ);
	XLogCtl->XLogCacheBlck = buffers - 1;
	SpinLockInit(&XLogCtl->Insert.insertpos_lck);
}

static void
ReserveXLogInsertLocation(int size, uint64_t *startbytepos, uint64_t *endbytepos, XLogRecPtr *PrevPtr)
{
	XLogCtlInsert *Insert = &XLogCtl->Insert;

	size = MAXALIGN(size);
	SpinLockAcquire(&Insert->insertpos_lck);
	*startbytepos = Insert->CurrBytePos;
	*endbytepos = *startbytepos + size;
	*PrevPtr = Insert->PrevBytePos;
	Insert->CurrBytePos = *endbytepos;
	Insert->PrevBytePos = *startbytepos;
	SpinLockRelease(&Insert->insertpos_lck);
}

static void
CopyXLogRecordToWAL(XLogRecord *rec, uint64_t pos)
{
	size_t		page = pos / UsableBytesInPage % (XLogCtl->XLogCacheBlck + 1);

	memcpy(XLogCtl->pages + page * XLOG_BLCKSZ + 24 + pos % UsableBytesInPage, rec, rec->xl_tot_len);
}

static XLogRecPtr
XLogInsertRecord(XLogRecord *rec, XLogRecPtr fpw_lsn)
{
	XLogCtlInsert *Insert = &XLogCtl->Insert;
	WALInsertLock *lock = &Insert->WALInsertLocks[MyLockNo % NUM_XLOGINSERT_LOCKS].l;
	uint64_t	start, end;

	LWLockAcquire(&lock->lock);
	if (RedoRecPtr != Insert->RedoRecPtr)
		RedoRecPtr = Insert->RedoRecPtr;
	doPageWrites = (Insert->fullPageWrites || Insert->forcePageWrites);
	if (fpw_lsn != 0 && fpw_lsn <= RedoRecPtr && doPageWrites)
	{
		LWLockRelease(&lock->lock);
		return 0;
	}
	ReserveXLogInsertLocation(rec->xl_tot_len, &start, &end, &rec->xl_prev);
	CopyXLogRecordToWAL(rec, start);
	lock->lastImportantAt = start;
	LWLockRelease(&lock->lock);
	return end;
}

XLogRecPtr
XLogInsert(uint8_t rmid, uint8_t info)
{
	XLogRecPtr	end, fpw_lsn;

	do
	{
		XLogRecord *rec = XLogRecordAssemble(rmid, info, RedoRecPtr, doPageWrites, &fpw_lsn);

		end = XLogInsertRecord(rec, fpw_lsn);
	} while (end == 0);
	return end;
}

void
CreateCheckPoint(void)
{
	XLogCtlInsert *Insert = &XLogCtl->Insert;

	for (int i = 0; i < NUM_XLOGINSERT_LOCKS; i++)
		LWLockAcquire(&Insert->WALInsertLocks[i].l.lock);
	RedoRecPtr = Insert->RedoRecPtr = Insert->CurrBytePos;
	for (int i = 0; i < NUM_XLOGINSERT_LOCKS; i++)
		LWLockRelease(&Insert->WALInsertLocks[i].l.lock);
}
