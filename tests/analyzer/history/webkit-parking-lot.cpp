// project: WebKit (Source/WTF/wtf/ParkingLot.cpp)
// reference: reduced from memory; the released bucket ends with 64 bytes of padding
// kind: heap-neighbours
// starts: hidden
// wrong: the buckets of the table in which threads queue for locks are small objects that one thread allocates one after the
//        other; threads that park on different addresses write to the same lines.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#define WTF_MAKE_NONCOPYABLE(T) \
    T(const T&) = delete;       \
    T& operator=(const T&) = delete

namespace WTF {

class WordLock {
    WTF_MAKE_NONCOPYABLE(WordLock);

public:
    WordLock() = default;

    void lock()
    {
        uintptr_t expected = 0;
        if (m_word.compare_exchange_weak(expected, isLockedBit, std::memory_order_acquire))
            return;
        lockSlow();
    }

    void unlock() { m_word.store(0, std::memory_order_release); }
    bool isLocked() const { return m_word.load(std::memory_order_acquire) & isLockedBit; }

private:
    static constexpr uintptr_t isLockedBit = 1;

    void lockSlow()
    {
        unsigned spinCount = 0;
        for (;;) {
            uintptr_t expected = 0;
            if (m_word.compare_exchange_weak(expected, isLockedBit, std::memory_order_acquire))
                return;
            if (++spinCount > 40)
                std::this_thread::yield();
        }
    }

    std::atomic<uintptr_t> m_word { 0 };
};

class WeakRandom {
public:
    uint32_t getUint32()
    {
        m_state ^= m_state << 13;
        m_state ^= m_state >> 7;
        m_state ^= m_state << 17;
        return static_cast<uint32_t>(m_state);
    }

private:
    uint64_t m_state { 88172645463325252ull };
};

struct ThreadData {
    std::mutex parkingLock;
    std::condition_variable parkingCondition;
    const void* address { nullptr };
    ThreadData* nextInQueue { nullptr };
    intptr_t token { 0 };
};

enum class DequeueResult { Ignore, RemoveAndContinue, RemoveAndStop };

struct Bucket {
    WTF_MAKE_NONCOPYABLE(Bucket);

    Bucket() = default;

    void enqueue(ThreadData* data)
    {
        if (queueTail) {
            queueTail->nextInQueue = data;
            queueTail = data;
            return;
        }
        queueHead = data;
        queueTail = data;
    }

    template <typename Functor> void genericDequeue(const Functor& functor)
    {
        if (!queueHead)
            return;

        ThreadData** currentPtr = &queueHead;
        ThreadData* previous = nullptr;
        auto time = std::chrono::steady_clock::now();
        bool timeToBeFair = time > nextFairTime;
        bool didDequeue = false;

        for (bool shouldContinue = true; shouldContinue;) {
            ThreadData* current = *currentPtr;
            if (!current)
                break;
            switch (functor(current, timeToBeFair)) {
            case DequeueResult::Ignore:
                previous = current;
                currentPtr = &current->nextInQueue;
                break;
            case DequeueResult::RemoveAndStop:
                shouldContinue = false;
                [[fallthrough]];
            case DequeueResult::RemoveAndContinue:
                if (current == queueTail)
                    queueTail = previous;
                didDequeue = true;
                *currentPtr = current->nextInQueue;
                current->nextInQueue = nullptr;
                break;
            }
        }

        if (timeToBeFair && didDequeue)
            nextFairTime = time + std::chrono::microseconds(random.getUint32() % 1000);
    }

    ThreadData* queueHead { nullptr }; // expect: fsfind-per-thread-slots
    ThreadData* queueTail { nullptr }; // expect: fsfind-per-thread-slots
    WordLock lock;                     // expect: fsfind-per-thread-slots
    std::chrono::steady_clock::time_point nextFairTime;
    WeakRandom random;
#ifdef FIXED
    char padding[64];
#endif
};

struct Hashtable {
    unsigned size;
    std::atomic<Bucket*> data[1];

    static Hashtable* create(unsigned size)
    {
        Hashtable* result = static_cast<Hashtable*>(calloc(1, sizeof(Hashtable) + sizeof(std::atomic<Bucket*>) * (size - 1)));
        result->size = size;
        for (unsigned i = 0; i < size; ++i)
            result->data[i].store(new Bucket(), std::memory_order_relaxed); // expect: fsfind-per-thread-slots
        return result;
    }
};

static std::atomic<Hashtable*> g_hashtable;

static unsigned hashAddress(const void* address)
{
    uint64_t key = reinterpret_cast<uintptr_t>(address);
    key += ~(key << 32);
    key ^= (key >> 22);
    key += ~(key << 13);
    key ^= (key >> 8);
    return static_cast<unsigned>(key);
}

static Hashtable* ensureHashtable()
{
    for (;;) {
        Hashtable* currentHashtable = g_hashtable.load();
        if (currentHashtable)
            return currentHashtable;
        currentHashtable = Hashtable::create(192);
        Hashtable* expected = nullptr;
        if (g_hashtable.compare_exchange_strong(expected, currentHashtable))
            return currentHashtable;
    }
}

static Bucket* lockBucket(const void* address)
{
    Hashtable* hashtable = ensureHashtable();
    Bucket* bucket = hashtable->data[hashAddress(address) % hashtable->size].load();
    bucket->lock.lock();
    return bucket;
}

static ThreadData* myThreadData()
{
    static thread_local ThreadData data;
    return &data;
}

bool parkConditionally(const void* address, const std::function<bool()>& validation, const std::function<void()>& beforeSleep)
{
    ThreadData* me = myThreadData();
    me->token = 0;
    Bucket* bucket = lockBucket(address);
    if (!validation()) {
        bucket->lock.unlock();
        return false;
    }
    me->address = address;
    bucket->enqueue(me);
    bucket->lock.unlock();

    beforeSleep();
    std::unique_lock<std::mutex> locker(me->parkingLock);
    while (me->address)
        me->parkingCondition.wait(locker);
    return true;
}

unsigned unparkCount(const void* address, unsigned count)
{
    if (!count)
        return 0;
    std::vector<ThreadData*> threadDatas;
    Bucket* bucket = lockBucket(address);
    bucket->genericDequeue([&](ThreadData* element, bool) {
        if (element->address != address)
            return DequeueResult::Ignore;
        threadDatas.push_back(element);
        return threadDatas.size() == count ? DequeueResult::RemoveAndStop : DequeueResult::RemoveAndContinue;
    });
    bucket->lock.unlock();

    for (ThreadData* threadData : threadDatas) {
        std::lock_guard<std::mutex> locker(threadData->parkingLock);
        threadData->address = nullptr;
        threadData->parkingCondition.notify_one();
    }
    return static_cast<unsigned>(threadDatas.size());
}
} // namespace WTF
