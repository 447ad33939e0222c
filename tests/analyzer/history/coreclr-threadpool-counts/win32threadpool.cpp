#include "win32threadpool.h"

DWORD GetTickCount();
bool ExecuteWorkRequest(bool* foundWork);
bool CreateWorkerThread();
void WaitForWork();
void ClrSleep(DWORD ms);
DWORD GetCPUBusyTime();

DECLSPEC_ALIGN(MAX_CACHE_LINE_SIZE) LONG ThreadpoolMgr::MinLimitTotalWorkerThreads;                      // expect: fsfind-adjacent-globals
LONG ThreadpoolMgr::MaxLimitTotalWorkerThreads;                                                          // expect: fsfind-adjacent-globals
BOOL ThreadpoolMgr::InitCompletedEventSet = false;
DECLSPEC_ALIGN(MAX_CACHE_LINE_SIZE) std::atomic<DWORD> ThreadpoolMgr::LastDequeueTime;                   // expect: fsfind-adjacent-globals
DECLSPEC_ALIGN(MAX_CACHE_LINE_SIZE) std::atomic<LONG> ThreadpoolMgr::TotalCompletedWorkRequests;         // expect: fsfind-adjacent-globals
DECLSPEC_ALIGN(MAX_CACHE_LINE_SIZE) ThreadpoolMgr::ThreadCounter ThreadpoolMgr::WorkerCounter;           // expect: fsfind-adjacent-globals
DECLSPEC_ALIGN(MAX_CACHE_LINE_SIZE) DWORD ThreadpoolMgr::cpuUtilization = 0;

static const DWORD GATE_THREAD_DELAY = 500;

BOOL ThreadpoolMgr::Initialize(LONG minThreads, LONG maxThreads)
{
    MinLimitTotalWorkerThreads = minThreads;
    MaxLimitTotalWorkerThreads = maxThreads;
    Counts counts, old = WorkerCounter.DangerousGetDirtyCounts();
    counts.AsLongLong = 0;
    counts.MaxWorking = (int16_t)minThreads;
    WorkerCounter.CompareExchangeCounts(counts, old);
    InitCompletedEventSet = true;
    return true;
}

BOOL ThreadpoolMgr::SetMaxThreads(DWORD MaxWorkerThreads)
{
    if ((LONG)MaxWorkerThreads < MinLimitTotalWorkerThreads)
        return false;
    MaxLimitTotalWorkerThreads = (LONG)MaxWorkerThreads;
    return true;
}

void ThreadpoolMgr::MaybeAddWorkingWorker()
{
    Counts counts = WorkerCounter.DangerousGetDirtyCounts();
    for (;;)
    {
        Counts newCounts = counts;
        if (counts.NumWorking >= counts.MaxWorking || counts.NumWorking >= MaxLimitTotalWorkerThreads)
            return;
        newCounts.NumWorking++;
        newCounts.NumActive = newCounts.NumActive > newCounts.NumWorking ? newCounts.NumActive : newCounts.NumWorking;
        Counts oldCounts = WorkerCounter.CompareExchangeCounts(newCounts, counts);
        if (oldCounts == counts)
            break;
        counts = oldCounts;
    }
    CreateWorkerThread();
}

BOOL ThreadpoolMgr::ShouldWorkerKeepRunning()
{
    Counts counts = WorkerCounter.DangerousGetDirtyCounts();
    return counts.NumActive <= counts.MaxWorking || counts.NumActive <= MinLimitTotalWorkerThreads;
}

DWORD ThreadpoolMgr::WorkerThreadStart()
{
    bool foundWork = true;
    while (ShouldWorkerKeepRunning())
    {
        while (foundWork)
        {
            RecordDequeue(GetTickCount());
            if (ExecuteWorkRequest(&foundWork))
                MaybeAddWorkingWorker();
        }
        Counts counts = WorkerCounter.DangerousGetDirtyCounts();
        for (;;)
        {
            Counts newCounts = counts;
            newCounts.NumWorking--;
            Counts oldCounts = WorkerCounter.CompareExchangeCounts(newCounts, counts);
            if (oldCounts == counts)
                break;
            counts = oldCounts;
        }
        WaitForWork();
        foundWork = true;
    }
    return 0;
}

void ThreadpoolMgr::GateThreadStart()
{
    while (InitCompletedEventSet)
    {
        ClrSleep(GATE_THREAD_DELAY);
        cpuUtilization = GetCPUBusyTime();
        DWORD sinceDequeue = GetTickCount() - LastDequeueTime.load(std::memory_order_relaxed);
        if (cpuUtilization < 80 && sinceDequeue > GATE_THREAD_DELAY)
            MaybeAddWorkingWorker();
    }
}
