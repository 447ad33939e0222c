// project: yrmcds (src/memcache/sockets.hpp, worker objects)
// reference: https://github.com/cybozu/yrmcds/issues/71 (read); the issue is open, the fixed form is a reconstruction
// kind: ineffective-padding
// starts: visible
// args: -std=c++11
// wrong: the workers are aligned to a line, which C++11's new does not honour: an object of one line's size starts amid a line and
//        shares both of its lines with its neighbours on the heap, which belong to other threads.
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

namespace yrmcds {

constexpr std::size_t CACHELINE_SIZE = 64;

class dynbuf {
public:
    explicit dynbuf(std::size_t n) : m_data(new char[n]), m_capacity(n), m_used(0) {}
    char* prepare(std::size_t n) { return n <= m_capacity ? m_data.get() : nullptr; }
    void consume(std::size_t n) { m_used = n; }
    void reset() { m_used = 0; }

private:
    std::unique_ptr<char[]> m_data;
    std::size_t m_capacity;
    std::size_t m_used;
};

class tcp_socket {
public:
    virtual ~tcp_socket() {}
    virtual bool on_readable(dynbuf& buf) = 0;
};

#ifdef FIXED
class worker {
#else
class alignas(CACHELINE_SIZE) worker { // expect: fsfind-ineffective-padding|fsfind-per-thread-slots
#endif
public:
    worker() : m_running(false), m_exit(false), m_socket(nullptr), m_buffer(nullptr) {}

    void run() {
        dynbuf buf(2 << 20);
        m_buffer = &buf;
        while (!m_exit.load(std::memory_order_relaxed)) {
            if (!m_running.load(std::memory_order_acquire)) {
                std::this_thread::yield();
                continue;
            }
            while (m_socket->on_readable(*m_buffer)) {}
            m_buffer->reset();
            m_running.store(false, std::memory_order_release);
        }
    }

    bool post_job(tcp_socket* s) {
        if (m_running.load(std::memory_order_acquire)) return false;
        m_socket = s;
        m_running.store(true, std::memory_order_release);
        return true;
    }

    void stop() { m_exit.store(true); }

private:
#ifdef FIXED
    char m_pad0[CACHELINE_SIZE];
#endif
    std::atomic<bool> m_running; // expect: fsfind-ineffective-padding|fsfind-per-thread-slots|fsfind-adjacent-thread-fields
    std::atomic<bool> m_exit;
    tcp_socket* m_socket;
    dynbuf* m_buffer;
#ifdef FIXED
    char m_pad1[CACHELINE_SIZE];
#endif
};

class server {
public:
    explicit server(std::size_t n) : m_next(0) {
        for (std::size_t i = 0; i < n; ++i)
            m_workers.emplace_back(new worker); // expect: fsfind-ineffective-padding
        for (auto& w : m_workers) {
            worker* p = w.get();
            m_threads.emplace_back([p] { p->run(); });
        }
    }

    ~server() {
        for (auto& w : m_workers) w->stop();
        for (auto& t : m_threads) t.join();
    }

    void dispatch(tcp_socket* s) {
        for (;;) {
            worker& w = *m_workers[m_next++ % m_workers.size()];
            if (w.post_job(s)) return;
        }
    }

private:
    std::vector<std::unique_ptr<worker>> m_workers;
    std::vector<std::thread> m_threads;
    std::size_t m_next;
};

} // namespace yrmcds

std::vector<yrmcds::tcp_socket*> accept_connections();

int main() {
    yrmcds::server s(std::thread::hardware_concurrency());
    for (yrmcds::tcp_socket* c : accept_connections()) s.dispatch(c);
    return 0;
}
