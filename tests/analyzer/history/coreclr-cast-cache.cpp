// project: .NET runtime (src/coreclr/vm/castcache.cpp)
// reference: https://github.com/dotnet/runtime/pull/132250 (read)
// kind: adjacent-globals
// starts: hidden
// wrong: a counter that every insertion into the cache increments is a static next to the table's pointer, which every cast
//        of every thread reads. Mended, as asked in review, by taking a number from the time-stamp counter.
#include <atomic>
#include <cstdint>
#include <cstring>
#include <cstdlib>

typedef uint32_t DWORD;
typedef uint8_t BYTE;
typedef uintptr_t TADDR;

#define FORCEINLINE inline __attribute__((always_inline))

template <typename T> FORCEINLINE T VolatileLoad(T const* pt) { return __atomic_load_n(pt, __ATOMIC_ACQUIRE); }
template <typename T> FORCEINLINE T VolatileLoadWithoutBarrier(T const* pt) { return *(T volatile const*)pt; }
template <typename T> FORCEINLINE void VolatileStore(T* pt, T val) { __atomic_store_n(pt, val, __ATOMIC_RELEASE); }

enum TypeHandle_CastResult { CannotCast = 0, CanCast = 1, MaybeCast = 2 };

class CastCache
{
public:
    static void Initialize();
    static int TryGetFromCache(TADDR source, TADDR target);
    static void TryAddToCache(TADDR source, TADDR target, bool result);
    static void FlushCurrentCache();

private:
    static const DWORD INITIAL_CACHE_SIZE = 128;
    static const DWORD MAXIMUM_CACHE_SIZE = 4096;
    static const DWORD BUCKET_SIZE = 8;

    struct CastCacheEntry
    {
        DWORD version;
        TADDR source;
        TADDR targetAndResult;

        FORCEINLINE TADDR Source() { return VolatileLoadWithoutBarrier(&source); }
        FORCEINLINE TADDR TargetAndResult() { return VolatileLoadWithoutBarrier(&targetAndResult); }
        FORCEINLINE void SetEntry(TADDR s, TADDR t, bool result)
        {
            source = s;
            targetAndResult = t | (result & 1);
        }
    };

    struct Table
    {
        DWORD tableMask;
        BYTE hashShift;
        BYTE victimCounter;
        CastCacheEntry entries[1];
    };

    static Table* s_pTableRef;
    static Table* s_sentinelTable;
    static DWORD s_lastFlushSize;
#ifndef FIXED
    static DWORD s_victimCounter;
#endif

    static Table* CreateCastCache(DWORD size);
    static bool TryGrow(Table* table);
    static DWORD KeyToBucket(Table* table, TADDR source, TADDR target)
    {
        TADDR hash = ((source << 32 | source >> 32) ^ target) * 11400714819323198485ull;
        return (DWORD)(hash >> table->hashShift) & table->tableMask;
    }
    static DWORD NextVictim();
};

CastCache::Table* CastCache::s_pTableRef = nullptr; // expect: fsfind-adjacent-globals
CastCache::Table* CastCache::s_sentinelTable = nullptr;
DWORD CastCache::s_lastFlushSize = CastCache::INITIAL_CACHE_SIZE;
#ifndef FIXED
DWORD CastCache::s_victimCounter = 0; // expect: fsfind-adjacent-globals
#endif

DWORD CastCache::NextVictim()
{
#ifdef FIXED
    return (DWORD)__builtin_ia32_rdtsc();
#else
    return s_victimCounter++;
#endif
}

CastCache::Table* CastCache::CreateCastCache(DWORD size)
{
    Table* table = (Table*)calloc(1, sizeof(Table) + size * sizeof(CastCacheEntry));
    if (!table)
        return nullptr;
    table->tableMask = size - 1;
    BYTE shift = 64;
    for (DWORD s = size; s > 1; s >>= 1)
        shift--;
    table->hashShift = shift;
    return table;
}

void CastCache::Initialize()
{
    s_sentinelTable = CreateCastCache(2);
    s_pTableRef = CreateCastCache(INITIAL_CACHE_SIZE);
}

void CastCache::FlushCurrentCache()
{
    Table* currentTable = VolatileLoadWithoutBarrier(&s_pTableRef);
    DWORD lastSize = currentTable->tableMask + 1;
    s_lastFlushSize = lastSize < INITIAL_CACHE_SIZE ? INITIAL_CACHE_SIZE : lastSize;
    VolatileStore(&s_pTableRef, s_sentinelTable);
}

bool CastCache::TryGrow(Table* table)
{
    DWORD newSize = (table->tableMask + 1) * 2;
    if (newSize > MAXIMUM_CACHE_SIZE)
        return false;
    Table* grown = CreateCastCache(newSize);
    if (!grown)
        return false;
    VolatileStore(&s_pTableRef, grown);
    return true;
}

int CastCache::TryGetFromCache(TADDR source, TADDR target)
{
    Table* table = VolatileLoadWithoutBarrier(&s_pTableRef);
    DWORD index = KeyToBucket(table, source, target);
    for (DWORD i = 0; i < BUCKET_SIZE;)
    {
        CastCacheEntry* pEntry = &table->entries[index];
        DWORD version1 = VolatileLoad(&pEntry->version);
        TADDR entrySource = pEntry->Source();
        if (entrySource == source)
        {
            TADDR entryTargetAndResult = pEntry->TargetAndResult() ^ target;
            if (entryTargetAndResult <= 1)
            {
                std::atomic_thread_fence(std::memory_order_acquire);
                if ((version1 & 1) || version1 != VolatileLoadWithoutBarrier(&pEntry->version))
                    break;
                return (int)entryTargetAndResult;
            }
        }
        if (version1 == 0)
            break;
        i++;
        index = (index + i) & table->tableMask;
    }
    return MaybeCast;
}

void CastCache::TryAddToCache(TADDR source, TADDR target, bool result)
{
    Table* table = VolatileLoadWithoutBarrier(&s_pTableRef);
    if (table->tableMask == 1)
    {
        Table* fresh = CreateCastCache(s_lastFlushSize);
        if (fresh)
            VolatileStore(&s_pTableRef, fresh);
        return;
    }

    DWORD bucket = KeyToBucket(table, source, target);
    DWORD index = bucket;
    for (DWORD i = 0; i < BUCKET_SIZE;)
    {
        CastCacheEntry* pEntry = &table->entries[index];
        DWORD version = VolatileLoadWithoutBarrier(&pEntry->version);
        if (version == 0 && __sync_bool_compare_and_swap(&pEntry->version, version, version + 1))
        {
            pEntry->SetEntry(source, target, result);
            VolatileStore(&pEntry->version, version + 2);
            return;
        }
        i++;
        index = (index + i) & table->tableMask;
    }

    if (TryGrow(table))
        return;

    DWORD victimDistance = NextVictim() & (BUCKET_SIZE - 1);
    DWORD victim = (bucket + (victimDistance * victimDistance + victimDistance) / 2) & table->tableMask;
    CastCacheEntry* pEntry = &table->entries[victim];
    DWORD version = VolatileLoadWithoutBarrier(&pEntry->version);
    if ((version & 1) == 0 && __sync_bool_compare_and_swap(&pEntry->version, version, version + 1))
    {
        pEntry->SetEntry(source, target, result);
        VolatileStore(&pEntry->version, version + 2);
    }
}

bool CastByTypes(TADDR source, TADDR target);

extern "C" bool ObjIsInstanceOf(TADDR source, TADDR target)
{
    int result = CastCache::TryGetFromCache(source, target);
    if (result != MaybeCast)
        return result == CanCast;
    bool slow = CastByTypes(source, target);
    CastCache::TryAddToCache(source, target, slow);
    return slow;
}
