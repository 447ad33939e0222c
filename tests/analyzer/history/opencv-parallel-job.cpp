// project: OpenCV (modules/core/src/parallel_impl.cpp)
// reference: reduced from memory; the released ParallelJob has dummy arrays between its counters
// kind: producer-consumer
// starts: visible
// also-true: fsfind-contended-atomic
// wrong: in the job that the pool shares, the next stripe, which all threads take from, the number of active threads, the number of
//        those that are done, which the caller spins on, and the range and body, which all read, are side by side.
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <vector>

namespace cv {

typedef int64_t int64;

struct Range {
    Range(int s = 0, int e = 0) : start(s), end(e) {}
    int size() const { return end - start; }
    int start, end;
};

class ParallelLoopBody {
public:
    virtual ~ParallelLoopBody() {}
    virtual void operator()(const Range& range) const = 0;
};

static int CV_WORKER_ACTIVE_WAIT = 2000;
static int CV_ACTIVE_WAIT_PAUSE_LIMIT = 16;

#define CV_PAUSE(v) do { for (int _n = (v); _n > 0; --_n) __builtin_ia32_pause(); } while (0)

class ThreadPool;

class ParallelJob {
public:
    ParallelJob(const ThreadPool& pool, const Range& r, const ParallelLoopBody& b, int nstripes_)
        : thread_pool(pool), body(b), range(r), nstripes((unsigned)nstripes_), is_completed(false) {
        current_task.store(0, std::memory_order_relaxed);
        active_thread_count.store(0, std::memory_order_relaxed);
        completed_thread_count.store(0, std::memory_order_relaxed);
    }

    unsigned execute(bool is_worker_thread);

    const ThreadPool& thread_pool;
    const ParallelLoopBody& body;
    const Range range;
    const unsigned nstripes;

#ifdef FIXED
    std::atomic<int> current_task;
    int64 dummy0_[8];
    std::atomic<int> active_thread_count;
    int64 dummy1_[8];
    std::atomic<int> completed_thread_count;
    int64 dummy2_[8];
    std::atomic<bool> is_completed;
#else
    std::atomic<int> current_task;           // expect: fsfind-adjacent-thread-fields
    std::atomic<int> active_thread_count;    // expect: fsfind-adjacent-thread-fields
    std::atomic<int> completed_thread_count; // expect: fsfind-adjacent-thread-fields
    std::atomic<bool> is_completed;          // expect: fsfind-adjacent-thread-fields
#endif

private:
    ParallelJob(const ParallelJob&);
    ParallelJob& operator=(const ParallelJob&);
};

class WorkerThread {
public:
    WorkerThread(ThreadPool& thread_pool_, unsigned id_);
    ~WorkerThread();

    void thread_body();
    static void* thread_loop_wrapper(void* obj) {
        static_cast<WorkerThread*>(obj)->thread_body();
        return 0;
    }

    ThreadPool& thread_pool;
    const unsigned id;
    pthread_t posix_thread;
    bool is_created;
    std::atomic<bool> stop_thread;
    std::atomic<bool> has_wake_signal;
    int64 dummy0_[8];
    std::shared_ptr<ParallelJob> job;
    pthread_mutex_t mutex;
    pthread_cond_t cond_thread_wake;
};

class ThreadPool {
public:
    static ThreadPool& instance() {
        static ThreadPool* pool = new ThreadPool();
        return *pool;
    }

    void run(const Range& range, const ParallelLoopBody& body, double nstripes);
    void setNumOfThreads(unsigned n) {
        pthread_mutex_lock(&mutex);
        num_threads = n;
        while (threads.size() + 1 < n)
            threads.push_back(std::make_shared<WorkerThread>(*this, (unsigned)threads.size()));
        pthread_mutex_unlock(&mutex);
    }

    unsigned num_threads;
    pthread_mutex_t mutex;
    pthread_mutex_t mutex_notify;
    pthread_cond_t cond_thread_task_complete;
    std::vector<std::shared_ptr<WorkerThread>> threads;
    std::shared_ptr<ParallelJob> job;

private:
    ThreadPool() : num_threads(0) {
        pthread_mutex_init(&mutex, NULL);
        pthread_mutex_init(&mutex_notify, NULL);
        pthread_cond_init(&cond_thread_task_complete, NULL);
    }
};

unsigned ParallelJob::execute(bool is_worker_thread) {
    unsigned executed_tasks = 0;
    const int task_count = range.size();
    const int remaining_multiplier = (int)std::min(nstripes, std::max(std::min(100u, thread_pool.num_threads * 4), thread_pool.num_threads * 2));
    for (;;) {
        int chunk_size = std::max(1, (task_count - current_task.load()) / remaining_multiplier);
        int id = current_task.fetch_add(chunk_size, std::memory_order_seq_cst);
        if (id >= task_count)
            break;
        executed_tasks += (unsigned)chunk_size;
        int start_id = id;
        int end_id = std::min(task_count, id + chunk_size);
        body(Range(range.start + start_id, range.start + end_id));
        if (is_worker_thread && is_completed)
            break;
    }
    return executed_tasks;
}

WorkerThread::WorkerThread(ThreadPool& thread_pool_, unsigned id_)
    : thread_pool(thread_pool_), id(id_), posix_thread(0), is_created(false), stop_thread(false), has_wake_signal(false) {
    pthread_mutex_init(&mutex, NULL);
    pthread_cond_init(&cond_thread_wake, NULL);
    is_created = pthread_create(&posix_thread, NULL, thread_loop_wrapper, this) == 0;
}

WorkerThread::~WorkerThread() {
    if (is_created) {
        pthread_mutex_lock(&mutex);
        stop_thread = true;
        pthread_cond_signal(&cond_thread_wake);
        pthread_mutex_unlock(&mutex);
        pthread_join(posix_thread, NULL);
    }
    pthread_cond_destroy(&cond_thread_wake);
    pthread_mutex_destroy(&mutex);
}

void WorkerThread::thread_body() {
    bool allow_active_wait = true;
    while (!stop_thread) {
        if (allow_active_wait && CV_WORKER_ACTIVE_WAIT > 0) {
            allow_active_wait = false;
            for (int i = 0; i < CV_WORKER_ACTIVE_WAIT && !has_wake_signal; i++)
                CV_PAUSE(CV_ACTIVE_WAIT_PAUSE_LIMIT);
        }
        pthread_mutex_lock(&mutex);
        while (!has_wake_signal && !stop_thread)
            pthread_cond_wait(&cond_thread_wake, &mutex);
        std::shared_ptr<ParallelJob> j_ptr;
        std::swap(j_ptr, job);
        has_wake_signal = false;
        pthread_mutex_unlock(&mutex);

        if (stop_thread || !j_ptr)
            continue;
        ParallelJob* j = j_ptr.get();
        allow_active_wait = true;
        if (j->current_task < j->range.size()) {
            int other = j->active_thread_count.fetch_add(1, std::memory_order_seq_cst);
            (void)other;
            j->execute(true);
            int completed = j->completed_thread_count.fetch_add(1, std::memory_order_seq_cst) + 1;
            int active = j->active_thread_count.load(std::memory_order_acquire);
            if (active == completed) {
                bool need_signal = !j->is_completed;
                j->is_completed = true;
                j = NULL;
                if (need_signal) {
                    pthread_mutex_lock(&thread_pool.mutex_notify);
                    pthread_cond_broadcast(&thread_pool.cond_thread_task_complete);
                    pthread_mutex_unlock(&thread_pool.mutex_notify);
                }
            }
        }
    }
}

void ThreadPool::run(const Range& range, const ParallelLoopBody& body, double nstripes) {
    pthread_mutex_lock(&mutex);
    job = std::make_shared<ParallelJob>(*this, range, body, (int)nstripes);
    for (size_t i = 0; i < threads.size(); ++i) {
        WorkerThread& thread = *threads[i];
        pthread_mutex_lock(&thread.mutex);
        thread.job = job;
        thread.has_wake_signal = true;
        pthread_cond_signal(&thread.cond_thread_wake);
        pthread_mutex_unlock(&thread.mutex);
    }
    ParallelJob& j = *job;
    j.execute(false);
    if (j.is_completed || j.active_thread_count == 0) {
        j.is_completed = true;
    } else {
        for (int i = 0; i < CV_WORKER_ACTIVE_WAIT && !j.is_completed; i++)
            CV_PAUSE(CV_ACTIVE_WAIT_PAUSE_LIMIT);
        pthread_mutex_lock(&mutex_notify);
        while (!j.is_completed && j.completed_thread_count != j.active_thread_count)
            pthread_cond_wait(&cond_thread_task_complete, &mutex_notify);
        pthread_mutex_unlock(&mutex_notify);
    }
    job.reset();
    pthread_mutex_unlock(&mutex);
}

} // namespace cv
