// project: Linux (include/linux/mm_types.h, reduced to user space)
// reference: https://kernel.googlesource.com/pub/scm/linux/kernel/git/andrea/aa/+/374767adea42ce0dcca05c0a8f667e35d285c943 (read)
// kind: lock-beside-data
// starts: hidden
// args: -std=gnu11
// also-true: fsfind-contended-atomic
// wrong: the address space's two locks share a line with each other and with the page directory, the limits and the map count
//        that the page faults and mappings of all threads use.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define SMP_CACHE_BYTES 64
#ifdef FIXED
#define ____mm_lock_aligned __attribute__((__aligned__(SMP_CACHE_BYTES)))
#else
#define ____mm_lock_aligned
#endif

typedef uint64_t pgd_t;
typedef struct { atomic_long counter; } atomic_long_t;
typedef struct { atomic_int counter; } atomic_t;

typedef struct { atomic_int lock; } spinlock_t;
static inline void spin_lock(spinlock_t *l) { while (atomic_exchange_explicit(&l->lock, 1, memory_order_acquire)); }
static inline void spin_unlock(spinlock_t *l) { atomic_store_explicit(&l->lock, 0, memory_order_release); }

struct list_head { struct list_head *next, *prev; };

struct rw_semaphore {
	atomic_long_t count;
	atomic_long_t owner;
	spinlock_t wait_lock;
	struct list_head wait_list;
};

void rwsem_slowpath_read(struct rw_semaphore *sem);
void rwsem_slowpath_write(struct rw_semaphore *sem);
void rwsem_wake(struct rw_semaphore *sem);

static inline void down_read(struct rw_semaphore *sem)
{
	if (atomic_fetch_add_explicit(&sem->count.counter, 256, memory_order_acquire) & 1)
		rwsem_slowpath_read(sem);
}

static inline void up_read(struct rw_semaphore *sem)
{
	if (atomic_fetch_sub_explicit(&sem->count.counter, 256, memory_order_release) & 2)
		rwsem_wake(sem);
}

static inline void down_write(struct rw_semaphore *sem)
{
	long tmp = 0;
	if (!atomic_compare_exchange_strong(&sem->count.counter, &tmp, 1))
		rwsem_slowpath_write(sem);
}

static inline void up_write(struct rw_semaphore *sem)
{
	if (atomic_fetch_sub_explicit(&sem->count.counter, 1, memory_order_release) & 2)
		rwsem_wake(sem);
}

struct vm_area_struct {
	unsigned long vm_start, vm_end;
	struct vm_area_struct *vm_next;
	unsigned long vm_flags;
};

struct mm_struct {
	struct vm_area_struct *mmap;
	uint64_t vmacache_seqnum;
	unsigned long mmap_base;
	unsigned long task_size;
	pgd_t *pgd;
	atomic_t mm_users;
	atomic_t mm_count;
	int map_count; /* expect: fsfind-adjacent-thread-fields */
	spinlock_t page_table_lock ____mm_lock_aligned; /* expect: fsfind-adjacent-thread-fields */
	struct rw_semaphore mmap_lock ____mm_lock_aligned; /* expect: fsfind-adjacent-thread-fields */
#ifdef FIXED
	struct list_head mmlist ____mm_lock_aligned;
#else
	struct list_head mmlist;
#endif
	unsigned long hiwater_rss;
	unsigned long hiwater_vm;
	unsigned long total_vm;
	unsigned long locked_vm;
	unsigned long def_flags;
	unsigned long start_code, end_code, start_data, end_data;
	unsigned long start_brk, brk, start_stack;
	unsigned long flags;
};

struct vm_area_struct *find_vma(struct mm_struct *mm, unsigned long addr)
{
	struct vm_area_struct *vma;

	for (vma = mm->mmap; vma && vma->vm_end <= addr; vma = vma->vm_next)
		;
	return vma;
}

struct mm_struct *mm_alloc(void)
{
	size_t size = (sizeof(struct mm_struct) + SMP_CACHE_BYTES - 1) / SMP_CACHE_BYTES * SMP_CACHE_BYTES;
	struct mm_struct *mm = aligned_alloc(SMP_CACHE_BYTES, size);

	__builtin_memset(mm, 0, size);
	mm->mm_users.counter = 1;
	mm->mm_count.counter = 1;
	mm->task_size = 1ul << 47;
	mm->pgd = calloc(512, sizeof(pgd_t));
	return mm;
}

static int __pte_alloc(struct mm_struct *mm, pgd_t *slot)
{
	pgd_t table = (pgd_t)(uintptr_t)calloc(512, sizeof(uint64_t));

	spin_lock(&mm->page_table_lock);
	if (!*slot) {
		*slot = table;
		table = 0;
	}
	spin_unlock(&mm->page_table_lock);
	free((void *)(uintptr_t)table);
	return 0;
}

int handle_mm_fault(struct mm_struct *mm, unsigned long address)
{
	struct vm_area_struct *vma;
	pgd_t *slot;
	int ret = -1;

	if (address >= mm->task_size)
		return ret;
	down_read(&mm->mmap_lock);
	vma = find_vma(mm, address);
	if (vma && vma->vm_start <= address) {
		slot = &mm->pgd[(address >> 39) & 511];
		ret = *slot ? 0 : __pte_alloc(mm, slot);
	}
	up_read(&mm->mmap_lock);
	return ret;
}

int do_mmap(struct mm_struct *mm, struct vm_area_struct *vma)
{
	if (mm->map_count > 65530)
		return -1;
	down_write(&mm->mmap_lock);
	vma->vm_flags |= mm->def_flags;
	vma->vm_next = mm->mmap;
	mm->mmap = vma;
	mm->map_count++;
	mm->total_vm += (vma->vm_end - vma->vm_start) >> 12;
	up_write(&mm->mmap_lock);
	return 0;
}

void exit_mmap(struct mm_struct *mm)
{
	free(mm->pgd);
	free(mm);
}
