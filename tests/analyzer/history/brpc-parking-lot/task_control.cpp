#include "task_control.h"

namespace bthread {

static thread_local TaskGroup *tls_task_group = NULL;

TaskGroup::TaskGroup(TaskControl *c) : _control(c), _num_nosignal(0), _nswitch(0), _pl(NULL) {
    _pl = &c->_pl[fmix64(static_cast<uint64_t>(pthread_self())) % TaskControl::PARKING_LOT_NUM];
}

bool TaskGroup::wait_task(TaskMeta *m) {
    size_t seed = fmix64(reinterpret_cast<uint64_t>(this));
    for (;;) {
        _last_pl_state = _pl->get_state();
        if (_control->steal_task(m, &seed, 7)) {
            return true;
        }
        if (_last_pl_state.stopped()) {
            return false;
        }
        _pl->wait(_last_pl_state);
    }
}

void TaskGroup::run_main_task() {
    TaskMeta m;
    while (wait_task(&m)) {
        ++_nswitch;
        m.fn(m.arg);
    }
}

void TaskGroup::ready_to_run(const TaskMeta &m, bool nosignal) {
    {
        std::lock_guard<std::mutex> lock(_rq_mutex);
        _rq.push_back(m);
    }
    if (nosignal) {
        ++_num_nosignal;
    } else {
        const int additional_signal = _num_nosignal;
        _num_nosignal = 0;
        _control->signal_task(1 + additional_signal);
    }
}

void TaskGroup::flush_nosignal_tasks() {
    const int val = _num_nosignal;
    if (val) {
        _num_nosignal = 0;
        _control->signal_task(val);
    }
}

bool TaskGroup::steal_from(TaskMeta *m) {
    std::lock_guard<std::mutex> lock(_rq_mutex);
    if (_rq.empty()) {
        return false;
    }
    *m = _rq.front();
    _rq.pop_front();
    return true;
}

TaskControl::TaskControl() : _ngroup(0), _groups(), _stop(false), _concurrency(0) {}

void *TaskControl::worker_thread(void *arg) {
    TaskControl *c = static_cast<TaskControl *>(arg);
    TaskGroup *g = new TaskGroup(c);
    {
        std::lock_guard<std::mutex> lock(c->_modify_group_mutex);
        const size_t n = c->_ngroup.load(std::memory_order_relaxed);
        c->_groups[n] = g;
        c->_ngroup.store(n + 1, std::memory_order_release);
    }
    tls_task_group = g;
    g->run_main_task();
    tls_task_group = NULL;
    return NULL;
}

int TaskControl::init(int concurrency) {
    _concurrency = concurrency;
    _workers.resize(concurrency);
    for (int i = 0; i < concurrency; ++i) {
        const int rc = pthread_create(&_workers[i], NULL, worker_thread, this);
        if (rc) {
            return -1;
        }
    }
    return 0;
}

bool TaskControl::steal_task(TaskMeta *m, size_t *seed, size_t offset) {
    const size_t ngroup = _ngroup.load(std::memory_order_acquire);
    size_t s = *seed;
    for (size_t i = 0; i < ngroup; ++i, s += offset) {
        TaskGroup *g = _groups[s % ngroup];
        if (g && g->steal_from(m)) {
            *seed = s;
            return true;
        }
    }
    *seed = s;
    return false;
}

void TaskControl::signal_task(int num_task) {
    if (num_task <= 0) {
        return;
    }
    if (num_task > 2) {
        num_task = 2;
    }
    int start_index = fmix64(static_cast<uint64_t>(pthread_self())) % PARKING_LOT_NUM;
    num_task -= _pl[start_index].signal(1);
    for (int i = 1; i < PARKING_LOT_NUM && num_task > 0; ++i) {
        if (++start_index >= PARKING_LOT_NUM) {
            start_index = 0;
        }
        num_task -= _pl[start_index].signal(1);
    }
}

void TaskControl::stop_and_join() {
    _stop = true;
    for (int i = 0; i < PARKING_LOT_NUM; ++i) {
        _pl[i].stop();
    }
    for (size_t i = 0; i < _workers.size(); ++i) {
        pthread_join(_workers[i], NULL);
    }
}

TaskControl::~TaskControl() {
    for (size_t i = 0; i < _ngroup.load(); ++i) {
        delete _groups[i];
    }
}

int start_background(TaskControl *control, void *(*fn)(void *), void *arg, bool nosignal) {
    TaskGroup *g = tls_task_group;
    const TaskMeta m = {fn, arg};
    if (g) {
        g->ready_to_run(m, nosignal);
        return 0;
    }
    control->signal_task(1);
    return 1;
}

} // namespace bthread
