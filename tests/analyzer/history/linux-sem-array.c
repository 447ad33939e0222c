// project: Linux kernel (ipc/sem.c)
// reference: reduced from memory of "ipc/sem.c: cacheline align the semaphore structures"
// kind: per-thread-array
// starts: hidden
// also-true: fsfind-adjacent-thread-fields
// args: -std=gnu11
// wrong: every semaphore of a set has a lock of its own so that tasks can work on different semaphores, but the structs are
//        smaller than a line and follow each other.
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define SMP_CACHE_BYTES 64
#define ____cacheline_aligned_in_smp __attribute__((__aligned__(SMP_CACHE_BYTES)))
#define SEMVMX 32767

typedef pthread_spinlock_t spinlock_t;
#define spin_lock(l) pthread_spin_lock(l)
#define spin_unlock(l) pthread_spin_unlock(l)
#define spin_lock_init(l) pthread_spin_init(l, PTHREAD_PROCESS_PRIVATE)

struct list_head {
	struct list_head *next, *prev;
};
#define INIT_LIST_HEAD(h) ((h)->next = (h)->prev = (h))

struct kern_ipc_perm {
	spinlock_t	lock;
	int		deleted;
	int		id;
	unsigned short	mode;
};

struct sem {
	int	semval;		/* expect: fsfind-per-thread-slots */
	int	sempid;		/* expect: fsfind-per-thread-slots */
	spinlock_t lock;	/* expect: fsfind-per-thread-slots */
	struct list_head sem_pending;
#ifdef FIXED
} ____cacheline_aligned_in_smp;
#else
};
#endif

struct sem_array {
	struct kern_ipc_perm
#ifdef FIXED
				____cacheline_aligned_in_smp
#endif
				sem_perm;
	long			sem_ctime;
	struct sem		*sem_base;	/* expect: fsfind-per-thread-slots */
	struct list_head	pending_alter;
	int			sem_nsems;
	int			complex_count;
};

struct sembuf {
	unsigned short sem_num;
	short sem_op;
	short sem_flg;
};

int task_tgid_vnr(void);
void ipc_wait(struct list_head *q);
void ipc_wake(struct list_head *q);

static void *ipc_rcu_alloc(size_t size)
{
#ifdef FIXED
	return aligned_alloc(SMP_CACHE_BYTES, (size + SMP_CACHE_BYTES - 1) & -SMP_CACHE_BYTES);
#else
	return malloc(size);
#endif
}

struct sem_array *newary(int nsems, unsigned short semflg)
{
	size_t size = sizeof(struct sem_array) + nsems * sizeof(struct sem);
	struct sem_array *sma = ipc_rcu_alloc(size);
	int i;

	if (!sma)
		return NULL;
	memset(sma, 0, size);
	sma->sem_perm.mode = semflg & 0777;
	spin_lock_init(&sma->sem_perm.lock);
	sma->sem_base = (struct sem *) &sma[1];
	for (i = 0; i < nsems; i++) {
		INIT_LIST_HEAD(&sma->sem_base[i].sem_pending);
		spin_lock_init(&sma->sem_base[i].lock);
	}
	INIT_LIST_HEAD(&sma->pending_alter);
	sma->sem_nsems = nsems;
	return sma;
}

static int sem_lock(struct sem_array *sma, struct sembuf *sops, int nsops)
{
	if (nsops == 1 && !sma->complex_count) {
		struct sem *sem = sma->sem_base + sops->sem_num;

		spin_lock(&sem->lock);
		if (!sma->complex_count)
			return sops->sem_num;
		spin_unlock(&sem->lock);
	}
	spin_lock(&sma->sem_perm.lock);
	return -1;
}

static void sem_unlock(struct sem_array *sma, int locknum)
{
	if (locknum == -1)
		spin_unlock(&sma->sem_perm.lock);
	else
		spin_unlock(&sma->sem_base[locknum].lock);
}

static int perform_atomic_semop(struct sem_array *sma, struct sembuf *sops, int nsops, int pid)
{
	struct sembuf *sop;

	for (sop = sops; sop < sops + nsops; sop++) {
		struct sem *curr = sma->sem_base + sop->sem_num;
		int result = curr->semval + sop->sem_op;

		if (result < 0 || (!sop->sem_op && curr->semval))
			return 1;
		if (result > SEMVMX)
			return -ERANGE;
		curr->semval = result;
		curr->sempid = pid;
	}
	return 0;
}

int do_semtimedop(struct sem_array *sma, struct sembuf *sops, int nsops)
{
	int error, locknum;

	for (int i = 0; i < nsops; i++)
		if (sops[i].sem_num >= sma->sem_nsems)
			return -EFBIG;
	for (;;) {
		locknum = sem_lock(sma, sops, nsops);
		if (sma->sem_perm.deleted) {
			sem_unlock(sma, locknum);
			return -EIDRM;
		}
		error = perform_atomic_semop(sma, sops, nsops, task_tgid_vnr());
		if (error <= 0)
			break;
		sem_unlock(sma, locknum);
		ipc_wait(&sma->sem_base[sops->sem_num].sem_pending);
	}
	sem_unlock(sma, locknum);
	if (!error)
		ipc_wake(&sma->sem_base[sops->sem_num].sem_pending);
	return error;
}
