// project: Bullet (src/LinearMath/btThreads.cpp, TaskScheduler/btTaskScheduler.cpp)
// reference: reduced from memory; the released JobQueue ends in padding of a cache line, against false sharing
// kind: per-thread-array
// starts: hidden
// wrong: the job queues, one for every worker thread or pair of them, lie side by side in an array; without padding the indices that
//        one queue's threads change share a line with the next queue's.
#include <atomic>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <new>

#define btAssert(x) assert(x)
#define ATTRIBUTE_ALIGNED16(a) a __attribute__((aligned(16)))

const int kCacheLineSize = 64;
const unsigned int BT_MAX_THREAD_COUNT = 64u;

void* btAlignedAlloc(size_t size, int alignment)
{
	void* p = nullptr;
	return posix_memalign(&p, alignment, size) == 0 ? p : nullptr;
}
void btAlignedFree(void* ptr) { free(ptr); }
void btSpinPause();

template <typename T>
class btAlignedObjectArray
{
	int m_size = 0;
	int m_capacity = 0;
	T* m_data = nullptr;

public:
	~btAlignedObjectArray() { resize(0); btAlignedFree(m_data); }
	int size() const { return m_size; }
	T& operator[](int n) { return m_data[n]; }
	const T& operator[](int n) const { return m_data[n]; }
	void resize(int n)
	{
		if (n > m_capacity)
		{
			T* data = static_cast<T*>(btAlignedAlloc(sizeof(T) * n, 16));
			btAssert(m_size == 0);
			btAlignedFree(m_data);
			m_data = data;
			m_capacity = n;
		}
		for (int i = m_size; i < n; ++i) new (&m_data[i]) T();
		for (int i = n; i < m_size; ++i) m_data[i].~T();
		m_size = n;
	}
};

class btSpinMutex
{
	std::atomic<int> mLock{0};

public:
	bool tryLock() { return mLock.exchange(1, std::memory_order_acquire) == 0; }
	void lock()
	{
		while (!tryLock()) btSpinPause();
	}
	void unlock() { mLock.store(0, std::memory_order_release); }
};

class btIParallelForBody
{
public:
	virtual ~btIParallelForBody() {}
	virtual void forLoop(int iBegin, int iEnd) const = 0;
};

class btThreadSupportInterface
{
public:
	virtual ~btThreadSupportInterface() {}
	virtual int getNumWorkerThreads() const = 0;
	virtual void runTask(void (*func)(void* userPtr), void* userPtr) = 0;
	virtual void waitForAllTasks() = 0;
};

struct IJob
{
	virtual void executeJob(int threadId) = 0;
};

class ParallelForJob : public IJob
{
	const btIParallelForBody* m_body;
	int m_begin;
	int m_end;

public:
	ParallelForJob(int iBegin, int iEnd, const btIParallelForBody& body) : m_body(&body), m_begin(iBegin), m_end(iEnd) {}
	virtual void executeJob(int) override { m_body->forLoop(m_begin, m_end); }
};

class JobQueue  // expect: fsfind-per-thread-slots
{
	btThreadSupportInterface* m_threadSupport;
	btSpinMutex m_queueLock;  // expect: fsfind-per-thread-slots
	IJob** m_jobQueue;
	char* m_jobMem;
	int m_jobMemSize;
	int m_queueCapacity;
	std::atomic<bool> m_queueIsEmpty;
	int m_allocSize;
	int m_headIndex;  // expect: fsfind-per-thread-slots
	int m_tailIndex;
#ifdef FIXED
	char m_cachePadding[kCacheLineSize];
#endif

public:
	JobQueue() : m_threadSupport(nullptr), m_jobQueue(nullptr), m_jobMem(nullptr), m_jobMemSize(0), m_queueCapacity(0), m_queueIsEmpty(true), m_allocSize(0), m_headIndex(0), m_tailIndex(0) {}
	~JobQueue() { exit(); }
	void exit()
	{
		btAlignedFree(m_jobMem);
		btAlignedFree(m_jobQueue);
		m_jobMem = nullptr;
		m_jobQueue = nullptr;
	}
	void init(btThreadSupportInterface* threadSup) { m_threadSupport = threadSup; }

	void clearQueue(int jobCount, int jobSize)
	{
		m_queueLock.lock();
		m_headIndex = 0;
		m_tailIndex = 0;
		m_allocSize = 0;
		m_queueIsEmpty = true;
		const int jobBufSize = jobSize * jobCount;
		if (jobBufSize > m_jobMemSize)
		{
			btAlignedFree(m_jobMem);
			m_jobMem = static_cast<char*>(btAlignedAlloc(jobBufSize, kCacheLineSize));
			m_jobMemSize = jobBufSize;
		}
		if (jobCount > m_queueCapacity)
		{
			btAlignedFree(m_jobQueue);
			m_jobQueue = static_cast<IJob**>(btAlignedAlloc(sizeof(IJob*) * jobCount, kCacheLineSize));
			m_queueCapacity = jobCount;
		}
		m_queueLock.unlock();
	}
	void* allocJobMem(int jobSize)
	{
		btAssert(m_jobMemSize >= m_allocSize + jobSize);
		void* jobMem = &m_jobMem[m_allocSize];
		m_allocSize += jobSize;
		return jobMem;
	}
	void submitJob(IJob* job)
	{
		m_jobQueue[m_tailIndex++] = job;
		m_queueLock.lock();
		m_queueIsEmpty = false;
		m_queueLock.unlock();
	}
	IJob* consumeJob()
	{
		if (m_queueIsEmpty) return nullptr;
		m_queueLock.lock();
		IJob* job = nullptr;
		if (m_headIndex < m_tailIndex)
			job = m_jobQueue[m_headIndex++];
		else
			m_queueIsEmpty = true;
		m_queueLock.unlock();
		return job;
	}
};

struct alignas(64) ThreadLocalStorage
{
	int m_threadId;
	unsigned int m_cooldownTime;
	int m_numJobsFinished;
	JobQueue* m_queue;
	class btTaskSchedulerDefault* m_scheduler;
};

class btTaskSchedulerDefault
{
	btThreadSupportInterface* m_threadSupport;
	btAlignedObjectArray<JobQueue> m_jobQueues;  // expect: fsfind-per-thread-slots
	btAlignedObjectArray<JobQueue*> m_perThreadJobQueues;
	ThreadLocalStorage* m_threadLocalStorage;
	int m_numThreads;

public:
	explicit btTaskSchedulerDefault(btThreadSupportInterface* ts) : m_threadSupport(ts), m_numThreads(ts->getNumWorkerThreads() + 1)
	{
		m_threadLocalStorage = static_cast<ThreadLocalStorage*>(btAlignedAlloc(sizeof(ThreadLocalStorage) * m_numThreads, kCacheLineSize));
		initJobQueues(m_numThreads);
		for (int i = 0; i < m_numThreads; ++i)
		{
			ThreadLocalStorage& storage = m_threadLocalStorage[i];
			storage.m_threadId = i;
			storage.m_cooldownTime = 100;
			storage.m_numJobsFinished = 0;
			storage.m_queue = m_perThreadJobQueues[i];
			storage.m_scheduler = this;
		}
	}
	~btTaskSchedulerDefault() { btAlignedFree(m_threadLocalStorage); }

	void initJobQueues(int numThreads)
	{
		m_jobQueues.resize(numThreads);
		m_perThreadJobQueues.resize(numThreads);
		for (int i = 0; i < numThreads; ++i)
		{
			m_jobQueues[i].init(m_threadSupport);
			m_perThreadJobQueues[i] = &m_jobQueues[i];
		}
	}

	IJob* findJob(int threadId)
	{
		for (int i = 0; i < m_numThreads; ++i)
			if (IJob* job = m_jobQueues[(threadId + i) % m_numThreads].consumeJob()) return job;
		return nullptr;
	}

	void doWork(int threadId)
	{
		ThreadLocalStorage& storage = m_threadLocalStorage[threadId];
		while (IJob* job = m_jobQueues[threadId].consumeJob())
		{
			job->executeJob(threadId);
			storage.m_numJobsFinished++;
		}
		while (IJob* job = findJob(threadId))
		{
			job->executeJob(threadId);
			storage.m_numJobsFinished++;
		}
	}

	static void WorkerThreadFunc(void* userPtr)
	{
		ThreadLocalStorage* localStorage = static_cast<ThreadLocalStorage*>(userPtr);
		localStorage->m_scheduler->doWork(localStorage->m_threadId);
	}

	void parallelFor(int iBegin, int iEnd, int grainSize, const btIParallelForBody& body)
	{
		typedef ParallelForJob JobType;
		const int iterationCount = iEnd - iBegin;
		const int jobCount = (iterationCount + grainSize - 1) / grainSize;
		for (int i = 0; i < m_numThreads; ++i) m_jobQueues[i].clearQueue(jobCount, sizeof(JobType));
		int index = 0;
		for (int i = iBegin; i < iEnd; i += grainSize, ++index)
		{
			JobQueue* jq = m_perThreadJobQueues[index % m_numThreads];
			void* jobMem = jq->allocJobMem(sizeof(JobType));
			jq->submitJob(new (jobMem) JobType(i, i + grainSize < iEnd ? i + grainSize : iEnd, body));
		}
		for (int i = 1; i < m_numThreads; ++i) m_threadSupport->runTask(WorkerThreadFunc, &m_threadLocalStorage[i]);
		doWork(0);
		m_threadSupport->waitForAllTasks();
	}
};
