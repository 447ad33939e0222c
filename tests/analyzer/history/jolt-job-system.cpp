// project: Jolt Physics (Jolt/Core/JobSystemThreadPool.h)
// reference: reduced from memory; the released job system aligns the tail of its queue to the cache line
// kind: producer-consumer
// starts: visible
// also-true: fsfind-contended-atomic fsfind-per-thread-slots
// wrong: the tail of the job queue, which every thread that queues a job increments, lies beside the pointer to the heads and the
//        last entries of the queue, which all worker threads use.
#include <atomic>
#include <cassert>
#include <cstdint>
#include <functional>
#include <mutex>
#include <condition_variable>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#define JPH_CACHE_LINE_SIZE 64
#define JPH_ASSERT(x) assert(x)

namespace JPH {

using uint = unsigned int;
using uint32 = std::uint32_t;
using std::atomic;
using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_release;

template <class T> using Array = std::vector<T>;

class Semaphore {
public:
	void Release(uint inNumber = 1)
	{
		std::lock_guard<std::mutex> lock(mLock);
		mCount += (int)inNumber;
		if (inNumber > 1)
			mWaitVariable.notify_all();
		else
			mWaitVariable.notify_one();
	}

	void Acquire(uint inNumber = 1)
	{
		std::unique_lock<std::mutex> lock(mLock);
		mWaitVariable.wait(lock, [this, inNumber]() { return mCount >= (int)inNumber; });
		mCount -= (int)inNumber;
	}

private:
	std::mutex mLock;
	std::condition_variable mWaitVariable;
#ifdef FIXED
	alignas(JPH_CACHE_LINE_SIZE) int mCount = 0;
#else
	int mCount = 0;
#endif
};

class alignas(JPH_CACHE_LINE_SIZE) Job {
public:
	using JobFunction = std::function<void()>;

	Job(const char *inName, const JobFunction &inFunction, uint32 inNumDependencies) : mName(inName), mFunction(inFunction), mNumDependencies(inNumDependencies) { }

	void AddRef() { mReferenceCount.fetch_add(1, memory_order_relaxed); }
	void Release()
	{
		if (mReferenceCount.fetch_sub(1, memory_order_release) == 1)
			delete this;
	}
	bool RemoveDependency(int inCount) { return mNumDependencies.fetch_sub((uint32)inCount, memory_order_release) == (uint32)inCount; }
	bool CanBeExecuted() const { return mNumDependencies.load(memory_order_relaxed) == 0; }
	void Execute()
	{
		uint32 state = 0;
		if (!mNumDependencies.compare_exchange_strong(state, cExecutingState, memory_order_acquire))
			return;
		mFunction();
		mNumDependencies.store(cDoneState, memory_order_release);
	}
	bool IsDone() const { return mNumDependencies.load(memory_order_acquire) == cDoneState; }

private:
	static constexpr uint32 cExecutingState = 0xe0e0e0e0, cDoneState = 0xd0d0d0d0;
	const char *mName;
	JobFunction mFunction;
	atomic<uint32> mReferenceCount { 0 };
	atomic<uint32> mNumDependencies;
};

class JobSystemThreadPool {
public:
	using InitExitFunction = std::function<void(int)>;

	explicit JobSystemThreadPool(int inNumThreads) { StartThreads(inNumThreads); }
	~JobSystemThreadPool() { StopThreads(); }

	int GetMaxConcurrency() const { return int(mThreads.size()) + 1; }
	void SetThreadInitFunction(const InitExitFunction &inFunction) { mThreadInitFunction = inFunction; }
	Job *CreateJob(const char *inName, const Job::JobFunction &inFunction, uint32 inNumDependencies = 0);
	void QueueJob(Job *inJob);
	void QueueJobs(Job **inJobs, uint inNumJobs);

private:
	void StartThreads(int inNumThreads);
	void StopThreads();
	void ThreadMain(int inThreadIndex);
	void QueueJobInternal(Job *inJob);
	uint GetHead() const;

	InitExitFunction mThreadInitFunction = [](int) { };
	Array<std::thread> mThreads;

	static constexpr uint32 cQueueLength = 1024;
	atomic<Job *> mQueue[cQueueLength] = { };

	atomic<uint> *mHeads = nullptr;
#ifdef FIXED
	alignas(JPH_CACHE_LINE_SIZE) atomic<uint> mTail { 0 };
#else
	atomic<uint> mTail { 0 }; // expect: fsfind-adjacent-thread-fields
#endif

	Semaphore mSemaphore;
	atomic<bool> mQuit { false };
};

Job *JobSystemThreadPool::CreateJob(const char *inName, const Job::JobFunction &inFunction, uint32 inNumDependencies)
{
	Job *job = new Job(inName, inFunction, inNumDependencies);
	job->AddRef();
	if (inNumDependencies == 0)
		QueueJob(job);
	return job;
}

void JobSystemThreadPool::StartThreads(int inNumThreads)
{
	if (inNumThreads < 0)
		inNumThreads = (int)std::thread::hardware_concurrency() - 1;
	mQuit = false;
	mHeads = new atomic<uint>[inNumThreads];
	for (int i = 0; i < inNumThreads; ++i)
		mHeads[i] = 0;
	mThreads.reserve(inNumThreads);
	for (int i = 0; i < inNumThreads; ++i)
		mThreads.emplace_back([this, i] { ThreadMain(i); });
}

void JobSystemThreadPool::StopThreads()
{
	if (mThreads.empty())
		return;
	mQuit = true;
	mSemaphore.Release((uint)mThreads.size());
	for (std::thread &t : mThreads)
		if (t.joinable())
			t.join();
	mThreads.clear();
	for (uint head = 0; head != mTail; ++head) {
		Job *job_ptr = mQueue[head & (cQueueLength - 1)].exchange(nullptr);
		if (job_ptr != nullptr) {
			job_ptr->Execute();
			job_ptr->Release();
		}
	}
	delete[] mHeads;
	mHeads = nullptr;
	mTail = 0;
}

uint JobSystemThreadPool::GetHead() const
{
	uint head = mTail;
	for (size_t i = 0; i < mThreads.size(); ++i) {
		const uint thread_head = mHeads[i].load();
		if (int(thread_head - head) < 0)
			head = thread_head;
	}
	return head;
}

void JobSystemThreadPool::QueueJobInternal(Job *inJob)
{
	inJob->AddRef();
	uint head = GetHead();
	for (;;) {
		uint old_value = mTail;
		if (old_value - head >= cQueueLength) {
			head = GetHead();
			old_value = mTail;
			if (old_value - head >= cQueueLength) {
				mSemaphore.Release((uint)mThreads.size());
				std::this_thread::yield();
				continue;
			}
		}
		Job *expected_job = nullptr;
		const bool success = mQueue[old_value & (cQueueLength - 1)].compare_exchange_strong(expected_job, inJob);
		mTail.compare_exchange_strong(old_value, old_value + 1);
		if (success)
			break;
	}
}

void JobSystemThreadPool::QueueJob(Job *inJob)
{
	if (mThreads.empty())
		return;
	QueueJobInternal(inJob);
	mSemaphore.Release();
}

void JobSystemThreadPool::QueueJobs(Job **inJobs, uint inNumJobs)
{
	JPH_ASSERT(inNumJobs > 0);
	if (mThreads.empty())
		return;
	for (Job **job = inJobs, **job_end = inJobs + inNumJobs; job < job_end; ++job)
		QueueJobInternal(*job);
	mSemaphore.Release(inNumJobs < mThreads.size() ? inNumJobs : (uint)mThreads.size());
}

void JobSystemThreadPool::ThreadMain(int inThreadIndex)
{
	mThreadInitFunction(inThreadIndex);
	atomic<uint> &head = mHeads[inThreadIndex];
	while (!mQuit) {
		mSemaphore.Acquire();
		while (head != mTail) {
			atomic<Job *> &job = mQueue[head & (cQueueLength - 1)];
			if (job.load() != nullptr) {
				Job *job_ptr = job.exchange(nullptr);
				if (job_ptr != nullptr) {
					job_ptr->Execute();
					job_ptr->Release();
				}
			}
			head++;
		}
	}
}

} // namespace JPH
