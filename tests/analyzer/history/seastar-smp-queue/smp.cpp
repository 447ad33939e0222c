#include "smp.hh"

namespace seastar {

unsigned smp::count = 1;
smp_message_queue** smp::_qs;
std::vector<std::thread> smp::_threads;
alignas(cache_line_size) std::atomic<bool> smp::_stopping{false};

static thread_local shard_id local_shard_id;

unsigned this_shard_id() {
    return local_shard_id;
}

#ifdef FIXED
#define TX(m) _tx_stats.m
#define RX(m) _rx_stats.m
#else
#define TX(m) m
#define RX(m) m
#endif

void smp_message_queue::move_pending() {
    work_item* batch[batch_size];
    size_t n = 0;
    for (auto it = _tx_fifo.begin(); it != _tx_fifo.end() && n < batch_size; ++it) {
        batch[n++] = *it;
    }
    const size_t nr = _pending.push(batch, batch + n);
    if (!nr) {
        return;
    }
    _tx_fifo.erase(_tx_fifo.begin(), _tx_fifo.begin() + static_cast<std::ptrdiff_t>(nr));
    TX(_current_queue_length) += nr;
    TX(_last_snt_batch) = nr;
    TX(_sent) += nr;
}

void smp_message_queue::submit_item(std::unique_ptr<work_item> item) {
    _tx_fifo.push_back(item.release());
    if (_tx_fifo.size() >= batch_size) {
        move_pending();
    }
}

void smp_message_queue::flush_request_batch() {
    if (!_tx_fifo.empty()) {
        move_pending();
    }
}

void smp_message_queue::respond(work_item* item) {
    _completed_fifo.push_back(item);
    if (_completed_fifo.size() >= batch_size) {
        flush_response_batch();
    }
}

void smp_message_queue::flush_response_batch() {
    work_item* batch[batch_size];
    size_t n = 0;
    for (auto it = _completed_fifo.begin(); it != _completed_fifo.end() && n < batch_size; ++it) {
        batch[n++] = *it;
    }
    const size_t nr = _completed.push(batch, batch + n);
    _completed_fifo.erase(_completed_fifo.begin(), _completed_fifo.begin() + static_cast<std::ptrdiff_t>(nr));
}

size_t smp_message_queue::process_completions() {
    work_item* items[queue_length];
    const size_t nr = _completed.pop(items, queue_length);
    for (size_t i = 0; i < nr; ++i) {
        items[i]->complete();
        delete items[i];
    }
    if (nr) {
        TX(_current_queue_length) -= nr;
        TX(_compl) += nr;
        TX(_last_cmpl_batch) = nr;
    }
    return nr;
}

size_t smp_message_queue::process_incoming() {
    work_item* items[queue_length];
    const size_t nr = _pending.pop(items, queue_length);
    for (size_t i = 0; i < nr; ++i) {
        if (i + prefetch_cnt < nr) {
            __builtin_prefetch(items[i + prefetch_cnt]);
        }
        items[i]->process();
        respond(items[i]);
    }
    if (nr) {
        RX(_received) += nr;
        RX(_last_rcv_batch) = nr;
    }
    return nr;
}

size_t smp_message_queue::get_total_completed() const {
    return TX(_compl);
}

void smp::submit_to(shard_id t, std::unique_ptr<smp_message_queue::work_item> item) {
    if (t == this_shard_id()) {
        item->process();
        item->complete();
    } else {
        _qs[t][this_shard_id()].submit_item(std::move(item));
    }
}

bool smp::poll_queues() {
    size_t got = 0;
    const shard_id me = this_shard_id();
    for (unsigned i = 0; i < count; i++) {
        if (i == me) {
            continue;
        }
        auto& rxq = _qs[me][i];
        rxq.flush_response_batch();
        if (rxq.pure_poll_tx()) {
            got += rxq.process_incoming();
        }
        auto& txq = _qs[i][me];
        txq.flush_request_batch();
        if (txq.pure_poll_rx()) {
            got += txq.process_completions();
        }
    }
    return got != 0;
}

void smp::run_shard(shard_id id) {
    local_shard_id = id;
    while (!_stopping.load(std::memory_order_relaxed)) {
        if (!poll_queues()) {
            __builtin_ia32_pause();
        }
    }
}

void smp::configure(unsigned n) {
    count = n;
    _qs = new smp_message_queue*[n];
    for (unsigned i = 0; i < n; i++) {
        _qs[i] = static_cast<smp_message_queue*>(
                ::operator new[](sizeof(smp_message_queue) * n, std::align_val_t(alignof(smp_message_queue))));
        for (unsigned j = 0; j < n; ++j) {
            new (&_qs[i][j]) smp_message_queue(j, i);
        }
    }
    for (unsigned i = 1; i < n; i++) {
        _threads.emplace_back([i] { run_shard(i); });
    }
    local_shard_id = 0;
}

void smp::stop() {
    _stopping.store(true);
    for (auto& t : _threads) {
        t.join();
    }
}

} // namespace seastar
