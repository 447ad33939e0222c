// project: FreeBSD (sys/kern/kern_proc.c)
// reference: reduced from memory of the commit that annotates global process locks with __exclusive_cache_line
// kind: adjacent-globals
// starts: hidden
// args: -std=gnu11
// wrong: the locks of the list of processes, of the tree of processes and of the zombies are defined one after the other, with
//        pointers that every fork and every lookup reads.
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define CACHE_LINE_SIZE 64
#define __aligned(x) __attribute__((__aligned__(x)))
#define __section(x) __attribute__((__section__(x)))
#ifdef FIXED
#define __exclusive_cache_line __aligned(CACHE_LINE_SIZE) __section(".data.exclusive_cache_line")
#else
#define __exclusive_cache_line
#endif

typedef int pid_t_;
typedef uint64_t u_long_;

struct lock_object {
	const char	*lo_name;
	unsigned int	lo_flags;
	unsigned int	lo_data;
};

struct sx {
	struct lock_object lock_object;
	volatile uintptr_t sx_lock;
};

struct mtx {
	struct lock_object lock_object;
	volatile uintptr_t mtx_lock;
};

#define SX_LOCK_UNLOCKED 1
#define SX_ONE_SHARER 16

static void
sx_init(struct sx *sx, const char *name)
{
	sx->lock_object.lo_name = name;
	sx->sx_lock = SX_LOCK_UNLOCKED;
}

static void
sx_slock(struct sx *sx)
{
	uintptr_t x;

	for (;;) {
		x = sx->sx_lock;
		if ((x & 1) && __sync_bool_compare_and_swap(&sx->sx_lock, x, x + SX_ONE_SHARER))
			return;
	}
}

static void
sx_sunlock(struct sx *sx)
{
	__sync_fetch_and_sub(&sx->sx_lock, SX_ONE_SHARER);
}

static void
sx_xlock(struct sx *sx)
{
	while (!__sync_bool_compare_and_swap(&sx->sx_lock, SX_LOCK_UNLOCKED, (uintptr_t)sx))
		;
}

static void
sx_xunlock(struct sx *sx)
{
	__sync_lock_test_and_set(&sx->sx_lock, SX_LOCK_UNLOCKED);
}

struct proc {
	struct proc	*p_list;
	struct proc	*p_hash;
	struct proc	*p_pptr;
	struct proc	*p_children;
	struct proc	*p_sibling;
	int		p_pid;
	int		p_state;
	int		p_xexit;
};

struct pidhashhead {
	struct proc	*lh_first;
};

void zfree_proc(struct proc *p);

u_long_ pidhash;
struct pidhashhead *pidhashtbl;
struct sx __exclusive_cache_line allproc_lock = { { 0 }, 0 };	/* expect: fsfind-adjacent-globals */
struct sx __exclusive_cache_line zombproc_lock = { { 0 }, 0 };	/* expect: fsfind-adjacent-globals */
struct sx __exclusive_cache_line proctree_lock = { { 0 }, 0 };	/* expect: fsfind-adjacent-globals */
struct mtx __exclusive_cache_line ppeers_lock = { { 0 }, 0 };
static struct proc *allproc;
static struct proc *zombproc;

#define PIDHASH(pid) (&pidhashtbl[(pid) & pidhash])

void
procinit(int maxproc)
{
	sx_init(&allproc_lock, "allproc");
	sx_init(&zombproc_lock, "zombproc");
	sx_init(&proctree_lock, "proctree");
	pidhash = 1;
	while (pidhash < (u_long_)maxproc / 4)
		pidhash <<= 1;
	pidhashtbl = calloc(pidhash, sizeof(*pidhashtbl));
	pidhash--;
}

struct proc *
pfind(int pid)
{
	struct proc *p;

	sx_slock(&allproc_lock);
	for (p = PIDHASH(pid)->lh_first; p != NULL; p = p->p_hash)
		if (p->p_pid == pid)
			break;
	sx_sunlock(&allproc_lock);
	return (p);
}

void
fork_insert(struct proc *parent, struct proc *p)
{
	sx_xlock(&allproc_lock);
	p->p_list = allproc;
	allproc = p;
	p->p_hash = PIDHASH(p->p_pid)->lh_first;
	PIDHASH(p->p_pid)->lh_first = p;
	sx_xunlock(&allproc_lock);

	sx_xlock(&proctree_lock);
	p->p_pptr = parent;
	p->p_sibling = parent->p_children;
	parent->p_children = p;
	sx_xunlock(&proctree_lock);
}

void
exit1(struct proc *p, int rval)
{
	struct proc **pp;

	sx_xlock(&allproc_lock);
	sx_xlock(&zombproc_lock);
	for (pp = &allproc; *pp != p; pp = &(*pp)->p_list)
		;
	*pp = p->p_list;
	p->p_list = zombproc;
	zombproc = p;
	sx_xunlock(&zombproc_lock);
	sx_xunlock(&allproc_lock);
	p->p_xexit = rval;
}

int
kern_wait(struct proc *parent, int pid)
{
	struct proc *p;

	sx_slock(&proctree_lock);
	for (p = parent->p_children; p != NULL; p = p->p_sibling)
		if (p->p_pid == pid && p->p_state == 2)
			break;
	sx_sunlock(&proctree_lock);
	if (p == NULL)
		return (ECHILD);
	sx_xlock(&zombproc_lock);
	if (zombproc == p)
		zombproc = p->p_list;
	sx_xunlock(&zombproc_lock);
	zfree_proc(p);
	return (0);
}
