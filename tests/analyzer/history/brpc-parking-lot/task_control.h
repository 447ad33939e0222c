#ifndef BTHREAD_TASK_CONTROL_H
#define BTHREAD_TASK_CONTROL_H
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include <deque>
#include <mutex>
#include <vector>

#include "parking_lot.h"

namespace bthread {

typedef uint64_t bthread_t;
class TaskControl;

inline uint64_t fmix64(uint64_t k) {
    k ^= k >> 33;
    k *= 0xff51afd7ed558ccdULL;
    k ^= k >> 33;
    k *= 0xc4ceb9fe1a85ec53ULL;
    return k ^ (k >> 33);
}

struct TaskMeta {
    void *(*fn)(void *);
    void *arg;
};

class TaskGroup {
public:
    explicit TaskGroup(TaskControl *c);
    void run_main_task();
    bool wait_task(TaskMeta *m);
    void ready_to_run(const TaskMeta &m, bool nosignal);
    void flush_nosignal_tasks();
    bool steal_from(TaskMeta *m);
    int64_t nswitch() const { return _nswitch; }

private:
    TaskControl *_control;
    int _num_nosignal;
    int64_t _nswitch;
    ParkingLot *_pl;
    ParkingLot::State _last_pl_state;
    alignas(64) std::mutex _rq_mutex;
    std::deque<TaskMeta> _rq;
};

class TaskControl {
public:
    TaskControl();
    ~TaskControl();
    int init(int nconcurrency);
    bool steal_task(TaskMeta *m, size_t *seed, size_t offset);
    void signal_task(int num_task);
    void stop_and_join();

private:
    friend class TaskGroup;
    static void *worker_thread(void *task_control);
    static const int PARKING_LOT_NUM = 4;

    std::atomic<size_t> _ngroup;
    TaskGroup *_groups[1024];
    std::mutex _modify_group_mutex;
    std::atomic<bool> _stop;
    std::atomic<int> _concurrency;
    std::vector<pthread_t> _workers;

    ParkingLot _pl[PARKING_LOT_NUM]; // expect: fsfind-per-thread-slots
};

} // namespace bthread

#endif
