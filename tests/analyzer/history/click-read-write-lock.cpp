// project: Click modular router (include/click/sync.hh)
// reference: https://github.com/kohler/click/pull/167 (read)
// kind: ineffective-padding
// starts: hidden
// wrong: the read-write lock has a spinlock for every processor, each padded to what was taken for a line, 32 bytes; two share
//        a line of 64. Upstream pads to the size of the line with a union; here the union is aligned to it, too.
#include <atomic>
#include <cstdint>

#define L1_CACHE_BYTES 64
#define CLICK_CPU_MAX 256

typedef unsigned click_processor_t;
click_processor_t click_get_processor();
void click_put_processor();
click_processor_t click_current_processor();
unsigned num_possible_cpus();

class Spinlock { public:
    Spinlock() : _lock(0), _depth(0), _owner(-1) {}

    void acquire() {
        if (_owner != (int32_t) click_current_processor()) {
            while (_lock.exchange(1, std::memory_order_acquire))
                while (_lock.load(std::memory_order_relaxed))
                    /* spin */;
            _owner = click_current_processor();
        }
        _depth++;
    }
    bool attempt() {
        if (_owner != (int32_t) click_current_processor()) {
            if (_lock.exchange(1, std::memory_order_acquire))
                return false;
            _owner = click_current_processor();
        }
        _depth++;
        return true;
    }
    void release() {
        if (--_depth == 0) {
            _owner = -1;
            _lock.store(0, std::memory_order_release);
        }
    }

  private:
    std::atomic<uint32_t> _lock;
    int32_t _depth;
    int32_t _owner;
};

class ReadWriteLock { public:
    ReadWriteLock() : _l(new lock_t[num_possible_cpus()]) {}
    ~ReadWriteLock() { delete[] _l; }
    ReadWriteLock(const ReadWriteLock &) = delete;
    ReadWriteLock &operator=(const ReadWriteLock &) = delete;

    void acquire_read() {
        click_processor_t my_cpu = click_get_processor();
        _l[my_cpu]._lock.acquire();
    }
    void release_read() {
        _l[click_current_processor()]._lock.release();
        click_put_processor();
    }
    bool attempt_read() {
        bool result = _l[click_get_processor()]._lock.attempt();
        if (!result)
            click_put_processor();
        return result;
    }
    void acquire_write() {
        for (unsigned i = 0; i < num_possible_cpus(); i++)
            _l[i]._lock.acquire();
    }
    void release_write() {
        for (unsigned i = 0; i < num_possible_cpus(); i++)
            _l[i]._lock.release();
    }

  private:
    // a spinlock for each processor: readers take their own only
#ifdef FIXED
    union alignas(L1_CACHE_BYTES) lock_t {
        lock_t() : _lock() {}
        Spinlock _lock;
        char reserved[L1_CACHE_BYTES];
    } *_l;
#else
    struct lock_t {                                   // expect: fsfind-ineffective-padding|fsfind-per-thread-slots
        Spinlock _lock;                               // expect: fsfind-ineffective-padding|fsfind-per-thread-slots
        unsigned char reserved[32 - sizeof(Spinlock)]; // expect: fsfind-ineffective-padding|fsfind-per-thread-slots
    } *_l;                                            // expect: fsfind-ineffective-padding|fsfind-per-thread-slots
#endif
};

struct IPRoute {
    uint32_t addr, mask, gw;
    int port;
};

class RouteTable { public:
    int lookup_route(uint32_t dst, uint32_t &gw) {
        int port = -1;
        _rwlock.acquire_read();
        for (int i = 0; i < _n; i++)
            if ((dst & _t[i].mask) == _t[i].addr) {
                gw = _t[i].gw;
                port = _t[i].port;
                break;
            }
        _rwlock.release_read();
        return port;
    }
    bool add_route(const IPRoute &r) {
        _rwlock.acquire_write();
        bool room = _n < 1024;
        if (room)
            _t[_n++] = r;
        _rwlock.release_write();
        return room;
    }

  private:
    ReadWriteLock _rwlock;
    int _n = 0;
    IPRoute _t[1024];
};

RouteTable *make_route_table() { return new RouteTable; }
int push(RouteTable *t, uint32_t dst, uint32_t &gw) { return t->lookup_route(dst, gw); }
