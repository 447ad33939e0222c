#pragma once
// project: ClickHouse (src/Common/ProfileEvents.h)
// reference: https://github.com/ClickHouse/ClickHouse/pull/82697 (read)
// kind: counter-beside-read-mostly
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: the server-wide event counters are an array of bare atomics; query threads that count different events write to the
//        same lines, eight counters in each.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

enum class VariableContext : uint8_t
{
    Global = 0,
    User,
    Process,
    Thread,
    Snapshot
};

namespace ProfileEvents
{
using Event = size_t;
using Count = size_t;
using Increment = int64_t;

#ifdef FIXED
struct alignas(64) Counter : public std::atomic<Count>
#else
struct Counter : public std::atomic<Count> // expect: fsfind-per-thread-slots|fsfind-adjacent-thread-fields|fsfind-adjacent-globals
#endif
{
    using std::atomic<Count>::atomic;
};

class Counters;

extern Counter global_counters_array[];
extern Counters global_counters;

class Counters
{
public:
    class Snapshot
    {
    public:
        Snapshot();
        const Count & operator[](Event event) const noexcept { return counters_holder[event]; }

    private:
        std::unique_ptr<Count[]> counters_holder;
        friend class Counters;
    };

    explicit Counters(VariableContext level_ = VariableContext::Thread, Counters * parent_ = &global_counters);
    explicit Counters(Counter * allocated_counters) noexcept
        : counters(allocated_counters), level(VariableContext::Global)
    {
    }

    Counter & operator[](Event event) { return counters[event]; }
    const Counter & operator[](Event event) const { return counters[event]; }

    void increment(Event event, Count amount = 1);
    void incrementNoTrace(Event event, Count amount = 1);
    Snapshot getPartiallyAtomicSnapshot() const;
    void resetCounters();

    Counters * getParent() { return parent.load(std::memory_order_relaxed); }
    void setParent(Counters * parent_) { parent.store(parent_, std::memory_order_relaxed); }
    void setTraceProfileEvents(bool value) { trace_profile_events = value; }

    static const Event num_counters;

private:
    Counter * counters = nullptr;
    std::unique_ptr<Counter[]> counters_holder;
    std::atomic<Counters *> parent = {};
    bool trace_profile_events = false;
    VariableContext level = VariableContext::Thread;
};

void increment(Event event, Count amount = 1);

extern const Event Query;
extern const Event FileOpen;
extern const Event ReadBufferFromFileDescriptorRead;
extern const Event MarkCacheHits;
extern const Event MarkCacheMisses;
extern const Event SelectedRows;
extern const Event SelectedBytes;
}
