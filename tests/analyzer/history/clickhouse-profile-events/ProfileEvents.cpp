#include "ProfileEvents.h"

#define APPLY_FOR_EVENTS(M) \
    M(Query, "Number of queries to be interpreted and potentially executed.") \
    M(SelectQuery, "Same as Query, but only for SELECT queries.") \
    M(FileOpen, "Number of files opened.") \
    M(Seek, "Number of times the lseek function was called.") \
    M(ReadBufferFromFileDescriptorRead, "Number of reads from a file descriptor.") \
    M(ReadBufferFromFileDescriptorReadBytes, "Number of bytes read from file descriptors.") \
    M(CompressedReadBufferBlocks, "Number of compressed blocks read.") \
    M(MarkCacheHits, "Number of times an entry has been found in the mark cache.") \
    M(MarkCacheMisses, "Number of times an entry has not been found in the mark cache.") \
    M(SelectedParts, "Number of data parts selected to read.") \
    M(SelectedRows, "Number of rows selected from all tables.") \
    M(SelectedBytes, "Number of bytes selected from all tables.")

namespace ProfileEvents
{
enum EventIndex : Event
{
#define M(NAME, DOC) NAME##_index,
    APPLY_FOR_EVENTS(M)
#undef M
    END
};

#define M(NAME, DOC) extern const Event NAME = NAME##_index;
APPLY_FOR_EVENTS(M)
#undef M

constexpr Event END_EVENT = END;

Counter global_counters_array[END_EVENT] {}; // expect: fsfind-per-thread-slots|fsfind-adjacent-thread-fields|fsfind-adjacent-globals
Counters global_counters(global_counters_array);

const Event Counters::num_counters = END_EVENT;

static thread_local Counters * current_thread_counters = nullptr;

Counters::Counters(VariableContext level_, Counters * parent_)
    : counters_holder(new Counter[END_EVENT] {}), parent(parent_), level(level_)
{
    counters = counters_holder.get();
}

void Counters::resetCounters()
{
    if (!counters)
        return;
    for (Event i = 0; i < num_counters; ++i)
        counters[i].store(0, std::memory_order_relaxed);
}

Counters::Snapshot::Snapshot() : counters_holder(new Count[Counters::num_counters] {}) {}

Counters::Snapshot Counters::getPartiallyAtomicSnapshot() const
{
    Snapshot res;
    for (Event i = 0; i < num_counters; ++i)
        res.counters_holder[i] = counters[i].load(std::memory_order_relaxed);
    return res;
}

const char * getName(Event event)
{
    static const char * strings[] =
    {
#define M(NAME, DOC) #NAME,
        APPLY_FOR_EVENTS(M)
#undef M
    };
    return strings[event];
}

void sendTrace(Event event, Count amount);

void Counters::increment(Event event, Count amount)
{
    Counters * current = this;
    bool send_to_trace_log = false;

    do
    {
        send_to_trace_log |= current->trace_profile_events;
        current->counters[event].fetch_add(amount, std::memory_order_relaxed);
        current = current->parent;
    } while (current != nullptr);

    if (send_to_trace_log) [[unlikely]]
        sendTrace(event, amount);
}

void Counters::incrementNoTrace(Event event, Count amount)
{
    Counters * current = this;
    do
    {
        current->counters[event].fetch_add(amount, std::memory_order_relaxed);
        current = current->parent;
    } while (current != nullptr);
}

void attachCounters(Counters * counters)
{
    current_thread_counters = counters;
}

void increment(Event event, Count amount)
{
    Counters * counters = current_thread_counters ? current_thread_counters : &global_counters;
    counters->increment(event, amount);
}
}
