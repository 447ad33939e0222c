#ifndef _WIN32THREADPOOL_H
#define _WIN32THREADPOOL_H
// project: CoreCLR (src/vm/win32threadpool.h)
// reference: reduced from memory; the released members are declared with DECLSPEC_ALIGN(MAX_CACHE_LINE_SIZE)
// kind: adjacent-globals
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: static members of the manager that workers change for every item, such as the worker counts and the time of the last
//        dequeue, are laid out together and with the limits that every worker reads.
#include <atomic>
#include <cstdint>

#define MAX_CACHE_LINE_SIZE 64
#ifdef FIXED
#define DECLSPEC_ALIGN(x) alignas(x)
#else
#define DECLSPEC_ALIGN(x)
#endif

typedef int32_t LONG;
typedef uint32_t DWORD;
typedef bool BOOL;

class ThreadpoolMgr {
public:
    union Counts {
        struct {
            int16_t MaxWorking;
            int16_t NumActive;
            int16_t NumWorking;
            int16_t NumRetired;
        };
        int64_t AsLongLong;
        bool operator==(Counts other) const { return AsLongLong == other.AsLongLong; }
    };

    class ThreadCounter {
    public:
        Counts DangerousGetDirtyCounts() const {
            Counts c;
            c.AsLongLong = counts.load(std::memory_order_relaxed);
            return c;
        }
        Counts CompareExchangeCounts(Counts newCounts, Counts oldCounts) {
            counts.compare_exchange_strong(oldCounts.AsLongLong, newCounts.AsLongLong);
            return oldCounts;
        }

    private:
        DECLSPEC_ALIGN(MAX_CACHE_LINE_SIZE) std::atomic<int64_t> counts;
#ifdef FIXED
        uint8_t padding[MAX_CACHE_LINE_SIZE - sizeof(int64_t)];
#endif
    };

    static BOOL Initialize(LONG minThreads, LONG maxThreads);
    static BOOL SetMaxThreads(DWORD MaxWorkerThreads);
    static void MaybeAddWorkingWorker();
    static BOOL ShouldWorkerKeepRunning();
    static DWORD WorkerThreadStart();
    static void GateThreadStart();
    static void RecordDequeue(DWORD now) {
        LastDequeueTime.store(now, std::memory_order_relaxed);
        TotalCompletedWorkRequests.fetch_add(1, std::memory_order_relaxed);
    }

private:
    static LONG MinLimitTotalWorkerThreads;
    static LONG MaxLimitTotalWorkerThreads;
    static DWORD cpuUtilization;
    static std::atomic<DWORD> LastDequeueTime;
    static std::atomic<LONG> TotalCompletedWorkRequests;
    static ThreadCounter WorkerCounter;
    static BOOL InitCompletedEventSet;
};
#endif
