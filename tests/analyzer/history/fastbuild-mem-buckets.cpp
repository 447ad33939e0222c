// project: FASTBuild (Core/Mem/SmallBlockAllocator.h)
// reference: https://github.com/fastbuild/fastbuild/pull/1154 (read)
// kind: lock-table
// starts: hidden
// also-true: fsfind-adjacent-globals
// wrong: the buckets of the allocator, one for each size, each with its lock and its list of free blocks, lie packed in a
//        static buffer; threads that allocate different sizes write to the same lines.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#define INPLACE_NEW new
#define ALLOC(size, align) ::aligned_alloc(align, ((size) + (align) - 1) & ~((size_t)(align) - 1))

#ifdef FIXED
static const size_t MEM_BUCKET_ALIGNMENT = 64;
#else
static const size_t MEM_BUCKET_ALIGNMENT = sizeof( uint64_t );
#endif

class Mutex
{
public:
    void Lock()
    {
        while ( m_Flag.exchange( 1, std::memory_order_acquire ) )
        {
        }
    }
    void Unlock() { m_Flag.store( 0, std::memory_order_release ); }

private:
    std::atomic<uint32_t> m_Flag{ 0 };
};

class MutexHolder
{
public:
    explicit MutexHolder( Mutex & mutex )
        : m_Mutex( mutex )
    {
        m_Mutex.Lock();
    }
    ~MutexHolder() { m_Mutex.Unlock(); }

private:
    Mutex & m_Mutex;
};

class MemPoolBlock
{
public:
    explicit MemPoolBlock( size_t blockSize )
        : m_BlockSize( (uint32_t)blockSize )
    {
    }
    virtual ~MemPoolBlock() = default;

    void * Alloc()
    {
        if ( m_FreeBlockChain == nullptr )
        {
            AllocPage();
        }
        FreeBlock * block = m_FreeBlockChain;
        m_FreeBlockChain = block->m_Next;
        ++m_NumActiveAllocations;
        return block;
    }

    void Free( void * ptr )
    {
        FreeBlock * block = static_cast<FreeBlock *>( ptr );
        block->m_Next = m_FreeBlockChain;
        m_FreeBlockChain = block;
        --m_NumActiveAllocations;
    }

protected:
    struct FreeBlock
    {
        FreeBlock * m_Next;
    };
    enum : size_t
    {
        MEMPOOLBLOCK_PAGE_SIZE = ( 64 * 1024 )
    };

    void AllocPage()
    {
        char * page = static_cast<char *>( AllocateMemoryForPage() );
        for ( size_t offset = 0; offset + m_BlockSize <= MEMPOOLBLOCK_PAGE_SIZE; offset += m_BlockSize )
        {
            FreeBlock * block = reinterpret_cast<FreeBlock *>( page + offset );
            block->m_Next = m_FreeBlockChain;
            m_FreeBlockChain = block;
        }
    }
    virtual void * AllocateMemoryForPage() { return ALLOC( MEMPOOLBLOCK_PAGE_SIZE, 16 ); }

    FreeBlock * m_FreeBlockChain = nullptr; // expect: fsfind-per-thread-slots
    uint32_t m_NumActiveAllocations = 0;    // expect: fsfind-per-thread-slots
    uint32_t m_BlockSize;
};

class SmallBlockAllocator
{
public:
    static void * Alloc( size_t size, size_t align );
    static bool Free( void * ptr );
    static void InitBuckets();

private:
    enum : size_t
    {
        BUCKET_MAX_ALLOC_SIZE = 256,
        BUCKET_ALIGNMENT = 16,
        BUCKET_NUM_BUCKETS = ( BUCKET_MAX_ALLOC_SIZE / BUCKET_ALIGNMENT ),
        BUCKET_ADDRESSSPACE_SIZE = ( 200 * 1024 * 1024 )
    };

#ifdef FIXED
    class alignas( MEM_BUCKET_ALIGNMENT ) MemBucket : public MemPoolBlock
#else
    class MemBucket : public MemPoolBlock // expect: fsfind-per-thread-slots
#endif
    {
    public:
        explicit MemBucket( size_t blockSize )
            : MemPoolBlock( blockSize )
        {
        }
        void * AllocateMemoryForPage() override;

        Mutex m_Mutex; // expect: fsfind-per-thread-slots
    };

    static bool s_ThreadSafeAllocs;
    static void * s_BucketMemory;
    static std::atomic<uint32_t> s_BucketNextFreePage;
    static uint8_t s_BucketMappingTable[BUCKET_ADDRESSSPACE_SIZE / 65536];
    alignas( MEM_BUCKET_ALIGNMENT ) static uint8_t s_BucketObjects[sizeof( MemBucket ) * BUCKET_NUM_BUCKETS]; // expect: fsfind-per-thread-slots
    static MemBucket * s_Buckets;
};

bool SmallBlockAllocator::s_ThreadSafeAllocs( true );
void * SmallBlockAllocator::s_BucketMemory( nullptr );
std::atomic<uint32_t> SmallBlockAllocator::s_BucketNextFreePage( 0 );
uint8_t SmallBlockAllocator::s_BucketMappingTable[BUCKET_ADDRESSSPACE_SIZE / 65536] = { 0 };
alignas( MEM_BUCKET_ALIGNMENT ) uint8_t SmallBlockAllocator::s_BucketObjects[sizeof( MemBucket ) * BUCKET_NUM_BUCKETS];
SmallBlockAllocator::MemBucket * SmallBlockAllocator::s_Buckets( nullptr );

void SmallBlockAllocator::InitBuckets()
{
    s_BucketMemory = ALLOC( BUCKET_ADDRESSSPACE_SIZE, 65536 );
    MemBucket * bucket = reinterpret_cast<MemBucket *>( s_BucketObjects );
    for ( size_t i = 0; i < BUCKET_NUM_BUCKETS; ++i )
    {
        INPLACE_NEW( &bucket[i] ) MemBucket( ( i + 1 ) * BUCKET_ALIGNMENT );
    }
    s_Buckets = bucket;
}

void * SmallBlockAllocator::MemBucket::AllocateMemoryForPage()
{
    const uint32_t pageIndex = s_BucketNextFreePage.fetch_add( 1 );
    s_BucketMappingTable[pageIndex] = (uint8_t)( ( m_BlockSize / BUCKET_ALIGNMENT ) - 1 );
    return static_cast<char *>( s_BucketMemory ) + ( pageIndex * 65536ULL );
}

void * SmallBlockAllocator::Alloc( size_t size, size_t align )
{
    size = ( size + align - 1 ) & ~( align - 1 );
    if ( size > BUCKET_MAX_ALLOC_SIZE )
    {
        return nullptr;
    }
    const size_t bucketIndex = ( size > 0 ) ? ( size - 1 ) / BUCKET_ALIGNMENT : 0;
    MemBucket & bucket = s_Buckets[bucketIndex];
    if ( s_ThreadSafeAllocs )
    {
        MutexHolder mh( bucket.m_Mutex );
        return bucket.Alloc();
    }
    return bucket.Alloc();
}

bool SmallBlockAllocator::Free( void * ptr )
{
    const size_t offset = (size_t)( static_cast<char *>( ptr ) - static_cast<char *>( s_BucketMemory ) );
    if ( offset >= BUCKET_ADDRESSSPACE_SIZE )
    {
        return false;
    }
    MemBucket & bucket = s_Buckets[s_BucketMappingTable[offset / 65536]];
    if ( s_ThreadSafeAllocs )
    {
        MutexHolder mh( bucket.m_Mutex );
        bucket.Free( ptr );
    }
    else
    {
        bucket.Free( ptr );
    }
    return true;
}

void * Alloc( size_t size )
{
    void * mem = SmallBlockAllocator::Alloc( size, sizeof( void * ) );
    return mem ? mem : ::malloc( size );
}

void Free( void * ptr )
{
    if ( !SmallBlockAllocator::Free( ptr ) )
    {
        ::free( ptr );
    }
}
