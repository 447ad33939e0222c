#ifndef BTHREAD_PARKING_LOT_H
#define BTHREAD_PARKING_LOT_H
// project: Apache brpc (src/bthread/parking_lot.h and task_control.h)
// reference: reduced from memory; the released class is BAIDU_CACHELINE_ALIGNMENT
// kind: per-thread-array
// starts: visible
// wrong: workers are spread over four parking lots by their thread's number, so that they do not wait on one futex word, but the
//        four words are sixteen bytes.
#include <atomic>
#include <climits>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef FIXED
#define BAIDU_CACHELINE_SIZE 64
#define BAIDU_CACHELINE_ALIGNMENT __attribute__((aligned(BAIDU_CACHELINE_SIZE)))
#else
#define BAIDU_CACHELINE_ALIGNMENT
#endif

namespace bthread {

inline int futex_wait_private(void *addr, int expected, const timespec *timeout) {
    return syscall(SYS_futex, addr, FUTEX_WAIT_PRIVATE, expected, timeout, NULL, 0);
}

inline int futex_wake_private(void *addr, int nwake) {
    return syscall(SYS_futex, addr, FUTEX_WAKE_PRIVATE, nwake, NULL, NULL, 0);
}

class BAIDU_CACHELINE_ALIGNMENT ParkingLot { // expect: fsfind-per-thread-slots
public:
    class State {
    public:
        State() : val(0) {}
        bool stopped() const { return val & 1; }

    private:
        friend class ParkingLot;
        State(int val) : val(val) {}
        int val;
    };

    ParkingLot() : _pending_signal(0) {}

    int signal(int num_task) {
        _pending_signal.fetch_add((num_task << 1), std::memory_order_release);
        return futex_wake_private(&_pending_signal, num_task);
    }

    State get_state() { return _pending_signal.load(std::memory_order_acquire); }

    void wait(const State &expected_state) { futex_wait_private(&_pending_signal, expected_state.val, NULL); }

    void stop() {
        _pending_signal.fetch_or(1);
        futex_wake_private(&_pending_signal, 10000);
    }

private:
    std::atomic<int> _pending_signal; // expect: fsfind-per-thread-slots
};

} // namespace bthread

#endif
