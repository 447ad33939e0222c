// project: Godot Engine (core/os/spin_lock.h)
// reference: https://github.com/godotengine/godot/pull/99168 (read)
// kind: ineffective-padding
// starts: visible
// also-true: fsfind-contended-atomic
// wrong: SpinLock is aligned to a line by attribute, but the engine's own allocator, which all objects with such a lock come from,
//        returns memory aligned to 16 bytes, so that a lock lies across lines with what stands before it, or the program crashes.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <thread>
#include <utility>

#define _ALWAYS_INLINE_ inline __attribute__((always_inline))
#define likely(x) __builtin_expect(!!(x), 1)

class Thread {
public:
	static constexpr size_t CACHE_LINE_BYTES = 64;
	typedef void (*Callback)(void *p_userdata);

	void start(Callback p_callback, void *p_user) { thread = std::thread(p_callback, p_user); }
	void wait_to_finish() { thread.join(); }

private:
	std::thread thread;
};

_ALWAYS_INLINE_ static void _cpu_pause() {
#if defined(__x86_64__)
	__builtin_ia32_pause();
#endif
}

#ifdef FIXED
class SpinLock {
	union {
		mutable std::atomic<bool> locked = ATOMIC_VAR_INIT(false);
		char aligner[Thread::CACHE_LINE_BYTES];
	};

public:
#else
class alignas(Thread::CACHE_LINE_BYTES) SpinLock { // expect: fsfind-ineffective-padding
	mutable std::atomic<bool> locked = ATOMIC_VAR_INIT(false);

public:
#endif
	SpinLock() {}

	_ALWAYS_INLINE_ void lock() const {
		while (true) {
			bool expected = false;
			if (locked.compare_exchange_weak(expected, true, std::memory_order_acq_rel, std::memory_order_relaxed)) {
				break;
			}
			do {
				_cpu_pause();
			} while (locked.load(std::memory_order_relaxed));
		}
	}

	_ALWAYS_INLINE_ void unlock() const {
		locked.store(false, std::memory_order_release);
	}
};

class Memory {
	static std::atomic<uint64_t> alloc_count;

public:
	static void *alloc_static(size_t p_bytes) {
		void *mem = malloc(p_bytes);
		alloc_count.fetch_add(1, std::memory_order_relaxed);
		return mem;
	}
	static void *realloc_static(void *p_memory, size_t p_bytes) { return realloc(p_memory, p_bytes); }
	static void free_static(void *p_ptr) { free(p_ptr); }
};

std::atomic<uint64_t> Memory::alloc_count{ 0 };

#define memalloc(m_size) Memory::alloc_static(m_size)
#define memrealloc(m_mem, m_size) Memory::realloc_static(m_mem, m_size)
#define memfree(m_mem) Memory::free_static(m_mem)

void *operator new(size_t p_size, const char *p_description) {
	(void)p_description;
	return Memory::alloc_static(p_size);
}

void operator delete(void *p_mem, const char *p_description) {
	(void)p_description;
	Memory::free_static(p_mem);
}

#define memnew(m_class) (new ("") m_class)

template <typename T>
void memdelete(T *p_class) {
	p_class->~T();
	Memory::free_static(p_class);
}

template <typename T, bool thread_safe = false, uint32_t DEFAULT_PAGE_SIZE = 4096>
class PagedAllocator {
	T **page_pool = nullptr;
	T ***available_pool = nullptr;
	uint32_t pages_allocated = 0;
	uint32_t allocs_available = 0;

	uint32_t page_shift = 0;
	uint32_t page_mask = 0;
	uint32_t page_size = 0;
	SpinLock spin_lock; // expect: fsfind-ineffective-padding

public:
	template <typename... Args>
	T *alloc(Args &&...p_args) {
		if constexpr (thread_safe) {
			spin_lock.lock();
		}
		if (allocs_available == 0) {
			uint32_t pages_used = pages_allocated;
			pages_allocated++;
			page_pool = (T **)memrealloc(page_pool, sizeof(T *) * pages_allocated);
			available_pool = (T ***)memrealloc(available_pool, sizeof(T **) * pages_allocated);
			page_pool[pages_used] = (T *)memalloc(sizeof(T) * page_size);
			available_pool[pages_used] = (T **)memalloc(sizeof(T *) * page_size);
			for (uint32_t i = 0; i < page_size; i++) {
				available_pool[0][i] = &page_pool[pages_used][i];
			}
			allocs_available += page_size;
		}
		allocs_available--;
		T *alloc = available_pool[allocs_available >> page_shift][allocs_available & page_mask];
		if constexpr (thread_safe) {
			spin_lock.unlock();
		}
		return new (alloc) T(std::forward<Args>(p_args)...);
	}

	void free(T *p_mem) {
		if constexpr (thread_safe) {
			spin_lock.lock();
		}
		p_mem->~T();
		available_pool[allocs_available >> page_shift][allocs_available & page_mask] = p_mem;
		allocs_available++;
		if constexpr (thread_safe) {
			spin_lock.unlock();
		}
	}

	PagedAllocator(uint32_t p_page_size = DEFAULT_PAGE_SIZE) {
		page_size = p_page_size;
		page_mask = page_size - 1;
		while ((1u << page_shift) < page_size) {
			page_shift++;
		}
	}

	~PagedAllocator() {
		for (uint32_t i = 0; i < pages_allocated; i++) {
			memfree(page_pool[i]);
			memfree(available_pool[i]);
		}
		memfree(page_pool);
		memfree(available_pool);
	}
};

struct Task {
	void (*native_func)(void *) = nullptr;
	void *native_func_userdata = nullptr;
	Task *next = nullptr;
	bool low_priority = false;
	Task(void (*p_func)(void *), void *p_userdata) : native_func(p_func), native_func_userdata(p_userdata) {}
};

class WorkerThreadPool {
	PagedAllocator<Task, true, 1024> task_allocator;
	Task *task_queue = nullptr;
	SpinLock task_lock;
	Thread *threads = nullptr;
	int thread_count = 0;
	std::atomic<bool> exit_threads{ false };

	static void _thread_function(void *p_user) {
		WorkerThreadPool *singleton = (WorkerThreadPool *)p_user;
		while (!singleton->exit_threads.load(std::memory_order_acquire)) {
			singleton->task_lock.lock();
			Task *task = singleton->task_queue;
			if (likely(task != nullptr)) {
				singleton->task_queue = task->next;
			}
			singleton->task_lock.unlock();
			if (task) {
				task->native_func(task->native_func_userdata);
				singleton->task_allocator.free(task);
			}
		}
	}

public:
	void add_native_task(void (*p_func)(void *), void *p_userdata) {
		Task *task = task_allocator.alloc(p_func, p_userdata);
		task_lock.lock();
		task->next = task_queue;
		task_queue = task;
		task_lock.unlock();
	}

	void init(int p_thread_count) {
		thread_count = p_thread_count;
		threads = new Thread[p_thread_count];
		for (int i = 0; i < p_thread_count; i++) {
			threads[i].start(&_thread_function, this);
		}
	}

	void finish() {
		exit_threads.store(true, std::memory_order_release);
		for (int i = 0; i < thread_count; i++) {
			threads[i].wait_to_finish();
		}
		delete[] threads;
	}
};

static WorkerThreadPool *worker_thread_pool = nullptr;

void setup(int p_threads) {
	worker_thread_pool = memnew(WorkerThreadPool); // expect: fsfind-ineffective-padding
	worker_thread_pool->init(p_threads);
}

void cleanup() {
	worker_thread_pool->finish();
	memdelete(worker_thread_pool);
}
