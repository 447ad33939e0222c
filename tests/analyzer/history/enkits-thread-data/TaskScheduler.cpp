#include "TaskScheduler.h"

#include <new>

using namespace enki;

static constexpr uint32_t PIPESIZE = 256;
static constexpr uint32_t SPIN_COUNT = 10;
static constexpr size_t gc_CacheLineSize = 64;

enum ThreadState : int32_t
{
    ENKI_THREAD_STATE_NONE,
    ENKI_THREAD_STATE_NOT_LAUNCHED,
    ENKI_THREAD_STATE_RUNNING,
    ENKI_THREAD_STATE_WAIT_TASK_COMPLETION,
    ENKI_THREAD_STATE_WAIT_NEW_TASKS,
    ENKI_THREAD_STATE_STOPPED
};

namespace enki
{
    struct alignas( gc_CacheLineSize ) TaskPipe
    {
        bool WriterTryWriteFront( const SubTaskSet& in_ )
        {
            std::lock_guard<std::mutex> lock( mutex );
            if( count == PIPESIZE )
                return false;
            buffer[ ( first + count++ ) % PIPESIZE ] = in_;
            return true;
        }
        bool ReaderTryReadBack( SubTaskSet* pOut_ )
        {
            if( 0 == count )
                return false;
            std::lock_guard<std::mutex> lock( mutex );
            if( 0 == count )
                return false;
            *pOut_ = buffer[ first++ % PIPESIZE ];
            --count;
            return true;
        }
        std::mutex mutex;
        uint32_t first = 0;
        volatile uint32_t count = 0;
        SubTaskSet buffer[ PIPESIZE ];
    };

    struct ThreadDataStore
    {
        std::atomic<ThreadState> threadState{ ENKI_THREAD_STATE_NOT_LAUNCHED }; // expect: fsfind-per-thread-slots
        uint32_t rndSeed = 0;                                                   // expect: fsfind-per-thread-slots
#ifdef FIXED
        char prevent_false_Share[ gc_CacheLineSize - sizeof( std::atomic<ThreadState> ) - sizeof( uint32_t ) ];
#endif
    };
#ifdef FIXED
    static_assert( sizeof( ThreadDataStore ) >= gc_CacheLineSize, "ThreadDataStore must fill a line" );
#endif
}

static thread_local uint32_t gtl_threadNum = 0;

uint32_t TaskScheduler::GetThreadNum()
{
    return gtl_threadNum;
}

static uint32_t Hash32( uint32_t in_ )
{
    in_ ^= in_ << 13;
    in_ ^= in_ >> 17;
    in_ ^= in_ << 5;
    return in_ ? in_ : 1;
}

void TaskScheduler::TaskingThreadFunction( const ThreadArgs& args_ )
{
    const uint32_t threadNum = args_.threadNum;
    TaskScheduler* pTS = args_.pTaskScheduler;
    gtl_threadNum = threadNum;
    pTS->m_pThreadDataStore[ threadNum ].threadState.store( ENKI_THREAD_STATE_RUNNING, std::memory_order_release );
    if( pTS->m_Config.profilerThreadStart )
        pTS->m_Config.profilerThreadStart( threadNum );

    uint32_t spinCount = 0;
    uint32_t hintPipeToCheck_io = threadNum + 1;
    while( pTS->m_bRunning.load( std::memory_order_acquire ) )
    {
        if( !pTS->TryRunTask( threadNum, hintPipeToCheck_io ) )
        {
            ++spinCount;
            if( spinCount > SPIN_COUNT )
            {
                pTS->WaitForNewTasks( threadNum );
                spinCount = 0;
            }
            else
                std::this_thread::yield();
        }
        else
            spinCount = 0;
    }
    pTS->m_pThreadDataStore[ threadNum ].threadState.store( ENKI_THREAD_STATE_STOPPED, std::memory_order_release );
}

void TaskScheduler::Initialize( TaskSchedulerConfig config_ )
{
    m_Config = config_;
    m_NumThreads = config_.numTaskThreadsToCreate + 1;
    StartThreads();
}

void TaskScheduler::StartThreads()
{
    m_pPipesPerThread = new TaskPipe[ m_NumThreads ];
#ifdef FIXED
    m_pThreadDataStore = static_cast<ThreadDataStore*>(
        ::operator new( sizeof( ThreadDataStore ) * m_NumThreads, std::align_val_t( gc_CacheLineSize ) ) );
#else
    m_pThreadDataStore = static_cast<ThreadDataStore*>( ::operator new( sizeof( ThreadDataStore ) * m_NumThreads ) );
#endif
    m_pThreads = new std::thread[ m_NumThreads ];
    for( uint32_t thread = 0; thread < m_NumThreads; ++thread )
    {
        new( &m_pThreadDataStore[ thread ] ) ThreadDataStore;
        m_pThreadDataStore[ thread ].rndSeed = thread + 1;
    }
    m_pThreadDataStore[ 0 ].threadState = ENKI_THREAD_STATE_RUNNING;
    m_bRunning = true;
    for( uint32_t thread = 1; thread < m_NumThreads; ++thread )
        m_pThreads[ thread ] = std::thread( TaskingThreadFunction, ThreadArgs{ thread, this } );
}

bool TaskScheduler::TryRunTask( uint32_t threadNum_, uint32_t& hintPipeToCheck_io_ )
{
    SubTaskSet subTask;
    bool bHaveTask = m_pPipesPerThread[ threadNum_ ].ReaderTryReadBack( &subTask );
    if( !bHaveTask )
    {
        uint32_t& seed = m_pThreadDataStore[ threadNum_ ].rndSeed;
        for( uint32_t checkCount = 0; !bHaveTask && checkCount < m_NumThreads; ++checkCount )
        {
            const uint32_t threadToCheck = ( hintPipeToCheck_io_ + checkCount ) % m_NumThreads;
            if( threadToCheck != threadNum_ )
            {
                bHaveTask = m_pPipesPerThread[ threadToCheck ].ReaderTryReadBack( &subTask );
                if( bHaveTask )
                    hintPipeToCheck_io_ = threadToCheck;
            }
        }
        if( !bHaveTask )
        {
            seed = Hash32( seed );
            hintPipeToCheck_io_ = seed;
        }
    }
    if( bHaveTask )
    {
        subTask.pTask->ExecuteRange( subTask.partition, threadNum_ );
        subTask.pTask->m_RunningCount.fetch_sub( 1, std::memory_order_release );
    }
    return bHaveTask;
}

void TaskScheduler::WaitForNewTasks( uint32_t threadNum_ )
{
    ThreadState prevThreadState = m_pThreadDataStore[ threadNum_ ].threadState.load( std::memory_order_relaxed );
    m_pThreadDataStore[ threadNum_ ].threadState.store( ENKI_THREAD_STATE_WAIT_NEW_TASKS, std::memory_order_seq_cst );
    std::unique_lock<std::mutex> lock( m_NewTaskMutex );
    m_NumThreadsWaitingForNewTasks.fetch_add( 1, std::memory_order_acquire );
    m_NewTaskEvent.wait_for( lock, std::chrono::milliseconds( 1 ) );
    m_NumThreadsWaitingForNewTasks.fetch_sub( 1, std::memory_order_release );
    m_pThreadDataStore[ threadNum_ ].threadState.store( prevThreadState, std::memory_order_release );
}

void TaskScheduler::WakeThreadsForNewTasks()
{
    if( m_NumThreadsWaitingForNewTasks.load( std::memory_order_relaxed ) > 0 )
        m_NewTaskEvent.notify_all();
}

void TaskScheduler::AddTaskSetToPipe( ITaskSet* pTaskSet_ )
{
    pTaskSet_->m_RangeToRun = std::max( pTaskSet_->m_SetSize / ( m_NumThreads * 2 ), pTaskSet_->m_MinRange );
    for( uint32_t start = 0; start < pTaskSet_->m_SetSize; start += pTaskSet_->m_RangeToRun )
    {
        const uint32_t end = std::min( start + pTaskSet_->m_RangeToRun, pTaskSet_->m_SetSize );
        SubTaskSet subTask{ pTaskSet_, { start, end } };
        pTaskSet_->m_RunningCount.fetch_add( 1, std::memory_order_relaxed );
        if( !m_pPipesPerThread[ gtl_threadNum ].WriterTryWriteFront( subTask ) )
        {
            pTaskSet_->ExecuteRange( subTask.partition, gtl_threadNum );
            pTaskSet_->m_RunningCount.fetch_sub( 1, std::memory_order_release );
        }
    }
    WakeThreadsForNewTasks();
}

void TaskScheduler::WaitforTask( const ITaskSet* pCompletable_ )
{
    uint32_t hintPipeToCheck_io = gtl_threadNum + 1;
    ThreadState prevThreadState = m_pThreadDataStore[ gtl_threadNum ].threadState.load( std::memory_order_relaxed );
    m_pThreadDataStore[ gtl_threadNum ].threadState.store( ENKI_THREAD_STATE_WAIT_TASK_COMPLETION, std::memory_order_seq_cst );
    while( !pCompletable_->GetIsComplete() )
        TryRunTask( gtl_threadNum, hintPipeToCheck_io );
    m_pThreadDataStore[ gtl_threadNum ].threadState.store( prevThreadState, std::memory_order_release );
}

void TaskScheduler::WaitforAllAndShutdown()
{
    m_bRunning = false;
    m_NewTaskEvent.notify_all();
    for( uint32_t thread = 1; thread < m_NumThreads; ++thread )
        m_pThreads[ thread ].join();
    delete[] m_pThreads;
    delete[] m_pPipesPerThread;
}

TaskScheduler::~TaskScheduler()
{
    if( m_bRunning )
        WaitforAllAndShutdown();
}
