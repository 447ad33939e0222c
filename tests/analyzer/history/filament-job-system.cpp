// project: Filament (libs/utils/include/utils/JobSystem.h)
// reference: reduced from memory; the released ThreadState and its private part are aligned to a line
// kind: per-thread-array
// starts: visible
// also-true: fsfind-contended-atomic
// wrong: the states of the pool's threads follow each other, and in each the indices at the end of the queue, which others steal
//        by, are next to the random generator that the thread draws victims with.
#include <array>
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace utils {
constexpr size_t CACHELINE_SIZE = 64;

template <typename TYPE, size_t COUNT> class WorkStealingDequeue {
    static_assert(!(COUNT & (COUNT - 1)), "COUNT must be a power of two");
    static constexpr size_t MASK = COUNT - 1;
    using index_t = int64_t;

    TYPE mItems[COUNT];
    std::atomic<index_t> mTop = {0}; // expect: fsfind-per-thread-slots|fsfind-adjacent-thread-fields
    std::atomic<index_t> mBottom = {0}; // expect: fsfind-per-thread-slots|fsfind-adjacent-thread-fields

public:
    void push(TYPE item) noexcept {
        index_t bottom = mBottom.load(std::memory_order_relaxed);
        mItems[bottom & MASK] = item;
        mBottom.store(bottom + 1, std::memory_order_release);
    }

    TYPE pop() noexcept {
        index_t bottom = mBottom.fetch_sub(1, std::memory_order_seq_cst) - 1;
        index_t top = mTop.load(std::memory_order_seq_cst);
        if (top < bottom) return mItems[bottom & MASK];
        TYPE item{};
        if (top == bottom) {
            item = mItems[bottom & MASK];
            if (mTop.compare_exchange_strong(top, top + 1)) top++;
            else item = TYPE();
        }
        mBottom.store(top, std::memory_order_relaxed);
        return item;
    }

    TYPE steal() noexcept {
        while (true) {
            index_t top = mTop.load(std::memory_order_seq_cst);
            index_t bottom = mBottom.load(std::memory_order_seq_cst);
            if (top >= bottom) return TYPE();
            TYPE item(mItems[top & MASK]);
            if (mTop.compare_exchange_strong(top, top + 1)) return item;
        }
    }
};

class default_random_engine {
public:
    using result_type = uint32_t;
    explicit constexpr default_random_engine(result_type s = 1) noexcept : mState(s % 0x7FFFFFFF) {}
    result_type operator()() noexcept {
        mState = static_cast<uint32_t>((uint64_t(mState) * 48271u) % 0x7FFFFFFF);
        return mState;
    }
    void seed(result_type s) noexcept { mState = s ? s % 0x7FFFFFFF : 1; }

private:
    uint32_t mState;
};

class JobSystem {
    static constexpr size_t MAX_JOB_COUNT = 4096;
    static constexpr size_t MAX_THREADS = 32;
    using WorkQueue = WorkStealingDequeue<uint16_t, MAX_JOB_COUNT>;

public:
    using JobFunc = void (*)(void* storage, JobSystem& js);

    class alignas(CACHELINE_SIZE) Job {
    public:
        void* storage[6] = {};
        JobFunc function = nullptr;
        std::atomic<uint16_t> runningJobCount = {1};
    };

    explicit JobSystem(size_t threadCount);
    ~JobSystem();
    uint16_t create(JobFunc func, void* arg);
    void run(uint16_t jobId);
    void waitAndRelease(uint16_t jobId);

private:
#ifdef FIXED
    struct alignas(CACHELINE_SIZE) ThreadState {
        WorkQueue workQueue;

        alignas(CACHELINE_SIZE) JobSystem* js = nullptr;
        std::thread thread;
        default_random_engine rndGen;
        uint32_t id = 0;
    };
#else
    struct ThreadState {
        WorkQueue workQueue;
        JobSystem* js = nullptr;
        std::thread thread;
        default_random_engine rndGen; // expect: fsfind-per-thread-slots|fsfind-adjacent-thread-fields
        uint32_t id = 0;
    };
#endif

    ThreadState& getState() noexcept;
    ThreadState& getStateToStealFrom(ThreadState& state) noexcept;
    uint16_t steal(ThreadState& state) noexcept;
    bool execute(ThreadState& state) noexcept;
    void loop(ThreadState* state) noexcept;
    void finish(Job* job) noexcept;
    void wakeOne() noexcept;

    std::vector<Job> mJobs;
    std::atomic<uint32_t> mNextJob = {0};
    alignas(CACHELINE_SIZE) std::atomic<int32_t> mActiveJobs = {0};
    alignas(CACHELINE_SIZE) std::mutex mWaiterLock;
    std::condition_variable mWaiterCondition;
    alignas(CACHELINE_SIZE) std::vector<ThreadState> mThreadStates; // expect: fsfind-per-thread-slots
    std::atomic<bool> mExitRequested = {false};
    uint32_t mThreadCount;
};

static thread_local uint32_t sThreadIndex = 0;

JobSystem::JobSystem(size_t threadCount)
        : mJobs(MAX_JOB_COUNT), mThreadStates(threadCount + 1), mThreadCount(static_cast<uint32_t>(threadCount)) {
    std::array<uint32_t, MAX_THREADS> seeds{};
    for (size_t i = 0; i < MAX_THREADS; i++) seeds[i] = static_cast<uint32_t>(i * 2654435761u + 1);
    for (size_t i = 0, n = mThreadStates.size(); i < n; i++) {
        auto& state = mThreadStates[i];
        state.rndGen.seed(seeds[i % MAX_THREADS]);
        state.id = static_cast<uint32_t>(i);
        state.js = this;
        if (i > 0) state.thread = std::thread(&JobSystem::loop, this, &state);
    }
}

JobSystem::~JobSystem() {
    mExitRequested.store(true);
    mWaiterCondition.notify_all();
    for (auto& state : mThreadStates)
        if (state.thread.joinable()) state.thread.join();
}

JobSystem::ThreadState& JobSystem::getState() noexcept {
    return mThreadStates[sThreadIndex];
}

JobSystem::ThreadState& JobSystem::getStateToStealFrom(ThreadState& state) noexcept {
    const size_t n = mThreadStates.size();
    size_t index;
    do {
        index = state.rndGen() % n;
    } while (n > 1 && index == state.id);
    return mThreadStates[index];
}

uint16_t JobSystem::steal(ThreadState& state) noexcept {
    uint16_t jobId;
    do {
        ThreadState& stateToStealFrom = getStateToStealFrom(state);
        jobId = stateToStealFrom.workQueue.steal();
    } while (!jobId && mActiveJobs.load(std::memory_order_relaxed) > 0);
    return jobId;
}

bool JobSystem::execute(ThreadState& state) noexcept {
    uint16_t jobId = state.workQueue.pop();
    if (!jobId) jobId = steal(state);
    if (!jobId) return false;
    mActiveJobs.fetch_sub(1, std::memory_order_relaxed);
    Job* job = &mJobs[jobId];
    job->function(job->storage, *this);
    finish(job);
    return true;
}

void JobSystem::loop(ThreadState* state) noexcept {
    sThreadIndex = state->id;
    while (!mExitRequested.load(std::memory_order_relaxed)) {
        if (!execute(*state)) {
            std::unique_lock<std::mutex> lock(mWaiterLock);
            while (!mExitRequested.load(std::memory_order_relaxed) && mActiveJobs.load(std::memory_order_relaxed) <= 0)
                mWaiterCondition.wait(lock);
        }
    }
}

void JobSystem::finish(Job* job) noexcept {
    job->runningJobCount.fetch_sub(1, std::memory_order_acq_rel);
}

void JobSystem::wakeOne() noexcept {
    std::lock_guard<std::mutex> lock(mWaiterLock);
    mWaiterCondition.notify_one();
}

uint16_t JobSystem::create(JobFunc func, void* arg) {
    uint16_t id = static_cast<uint16_t>(1 + mNextJob.fetch_add(1, std::memory_order_relaxed) % (MAX_JOB_COUNT - 1));
    Job& job = mJobs[id];
    job.function = func;
    job.storage[0] = arg;
    job.runningJobCount.store(1, std::memory_order_relaxed);
    return id;
}

void JobSystem::run(uint16_t jobId) {
    ThreadState& state = getState();
    mActiveJobs.fetch_add(1, std::memory_order_relaxed);
    state.workQueue.push(jobId);
    wakeOne();
}

void JobSystem::waitAndRelease(uint16_t jobId) {
    ThreadState& state = getState();
    while (mJobs[jobId].runningJobCount.load(std::memory_order_acquire) > 0)
        if (!execute(state)) std::this_thread::yield();
}
} // namespace utils
