#pragma once
// project: enkiTS (src/TaskScheduler.h and TaskScheduler.cpp)
// reference: reduced from memory; the released ThreadDataStore is padded to a line
// kind: per-thread-array
// starts: visible
// also-true: fsfind-contended-atomic fsfind-adjacent-thread-fields
// wrong: the state of each task thread, which it writes when it looks for work, waits and wakes, and draws victims from, is a
//        small struct in an array over the threads.
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

namespace enki
{
    struct TaskSetPartition
    {
        uint32_t start;
        uint32_t end;
    };

    class TaskScheduler;
    template<uint8_t cSizeLog2, typename T> class LockLessMultiReadPipe;

    class ITaskSet
    {
    public:
        ITaskSet() = default;
        explicit ITaskSet( uint32_t setSize_ ) : m_SetSize( setSize_ ) {}
        virtual ~ITaskSet() = default;
        virtual void ExecuteRange( TaskSetPartition range_, uint32_t threadnum_ ) = 0;
        bool GetIsComplete() const { return 0 == m_RunningCount.load( std::memory_order_acquire ); }

        uint32_t m_SetSize = 1;
        uint32_t m_MinRange = 1;

    private:
        friend class TaskScheduler;
        std::atomic<int32_t> m_RunningCount{ 0 };
        uint32_t m_RangeToRun = 1;
    };

    struct SubTaskSet
    {
        ITaskSet* pTask;
        TaskSetPartition partition;
    };

    struct ThreadArgs
    {
        uint32_t threadNum;
        TaskScheduler* pTaskScheduler;
    };

    struct ThreadDataStore;
    struct TaskPipe;

    struct TaskSchedulerConfig
    {
        uint32_t numTaskThreadsToCreate = 0;
        void (*profilerThreadStart)( uint32_t threadnum_ ) = nullptr;
    };

    class TaskScheduler
    {
    public:
        ~TaskScheduler();
        void Initialize( TaskSchedulerConfig config_ );
        void AddTaskSetToPipe( ITaskSet* pTaskSet_ );
        void WaitforTask( const ITaskSet* pCompletable_ );
        void WaitforAllAndShutdown();
        uint32_t GetNumTaskThreads() const { return m_NumThreads; }
        static uint32_t GetThreadNum();

    private:
        static void TaskingThreadFunction( const ThreadArgs& args_ );
        bool TryRunTask( uint32_t threadNum_, uint32_t& hintPipeToCheck_io_ );
        void WaitForNewTasks( uint32_t threadNum_ );
        void WakeThreadsForNewTasks();
        void StartThreads();

        TaskPipe* m_pPipesPerThread = nullptr;
        uint32_t m_NumThreads = 0;
        ThreadDataStore* m_pThreadDataStore = nullptr;
        std::thread* m_pThreads = nullptr;
        TaskSchedulerConfig m_Config;
        std::atomic<bool> m_bRunning{ false };
        alignas( 64 ) std::atomic<int32_t> m_NumThreadsWaitingForNewTasks{ 0 };
        alignas( 64 ) std::mutex m_NewTaskMutex;
        std::condition_variable m_NewTaskEvent;
    };
}
