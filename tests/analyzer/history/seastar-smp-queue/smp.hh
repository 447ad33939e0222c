#pragma once
// project: Seastar (include/seastar/core/smp.hh)
// reference: reduced from memory; the released counters are in structs aligned to a line, one for each side
// kind: counter-beside-read-mostly
// starts: visible
// args: -std=c++17
// wrong: a queue between two shards keeps the counters that the sending shard bumps and those of the receiving shard as
//        neighbouring members, though its two rings are well apart.
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <thread>
#include <vector>

namespace seastar {

using shard_id = unsigned;
constexpr size_t cache_line_size = 64;

unsigned this_shard_id();

template <typename T, size_t Capacity>
class spsc_queue {
    alignas(cache_line_size) std::atomic<size_t> _write{0};
    alignas(cache_line_size) std::atomic<size_t> _read{0};
    alignas(cache_line_size) std::array<T, Capacity> _ring;

public:
    size_t push(const T* begin, const T* end) {
        size_t w = _write.load(std::memory_order_relaxed);
        const size_t room = Capacity - (w - _read.load(std::memory_order_acquire));
        size_t n = 0;
        for (; begin != end && n < room; ++begin, ++n) {
            _ring[w++ % Capacity] = *begin;
        }
        _write.store(w, std::memory_order_release);
        return n;
    }

    size_t pop(T* out, size_t max) {
        size_t r = _read.load(std::memory_order_relaxed);
        const size_t available = _write.load(std::memory_order_acquire) - r;
        const size_t n = available < max ? available : max;
        for (size_t i = 0; i < n; ++i) {
            out[i] = _ring[r++ % Capacity];
        }
        _read.store(r, std::memory_order_release);
        return n;
    }

    bool empty() const {
        return _read.load(std::memory_order_relaxed) == _write.load(std::memory_order_relaxed);
    }
};

class smp_message_queue {
    static constexpr size_t queue_length = 128;
    static constexpr size_t batch_size = 16;
    static constexpr size_t prefetch_cnt = 2;

public:
    struct work_item {
        virtual ~work_item() = default;
        virtual void process() = 0;
        virtual void complete() = 0;
    };

    smp_message_queue(shard_id from, shard_id to) : _from(from), _to(to) {}

    void submit_item(std::unique_ptr<work_item> item);
    void respond(work_item* item);
    size_t process_incoming();
    size_t process_completions();
    void flush_request_batch();
    void flush_response_batch();
    bool pure_poll_rx() const { return !_completed.empty(); }
    bool pure_poll_tx() const { return !_pending.empty(); }
    size_t get_total_completed() const;

private:
    void move_pending();

    using lf_queue = spsc_queue<work_item*, queue_length>;

    const shard_id _from;
    const shard_id _to;
    lf_queue _pending;
    lf_queue _completed;

#ifdef FIXED
    struct alignas(cache_line_size) {
        size_t _sent = 0;
        size_t _compl = 0;
        size_t _last_snt_batch = 0;
        size_t _last_cmpl_batch = 0;
        size_t _current_queue_length = 0;
    } _tx_stats;
    struct alignas(cache_line_size) {
        size_t _received = 0;
        size_t _last_rcv_batch = 0;
    } _rx_stats;
    alignas(cache_line_size) std::deque<work_item*> _tx_fifo;
    alignas(cache_line_size) std::deque<work_item*> _completed_fifo;
#else
    size_t _received = 0;             // expect: fsfind-adjacent-thread-fields
    size_t _sent = 0;                 // expect: fsfind-adjacent-thread-fields
    size_t _compl = 0;                // expect: fsfind-adjacent-thread-fields
    size_t _last_snt_batch = 0;       // expect: fsfind-adjacent-thread-fields
    size_t _last_rcv_batch = 0;       // expect: fsfind-adjacent-thread-fields
    size_t _last_cmpl_batch = 0;      // expect: fsfind-adjacent-thread-fields
    size_t _current_queue_length = 0; // expect: fsfind-adjacent-thread-fields
    std::deque<work_item*> _tx_fifo;
    alignas(cache_line_size) std::deque<work_item*> _completed_fifo;
#endif
};

class smp {
public:
    static void configure(unsigned count);
    static void submit_to(shard_id t, std::unique_ptr<smp_message_queue::work_item> item);
    static bool poll_queues();
    static void stop();
    static unsigned count;

private:
    static void run_shard(shard_id id);
    static smp_message_queue** _qs;
    static std::vector<std::thread> _threads;
    static std::atomic<bool> _stopping;
};

} // namespace seastar
