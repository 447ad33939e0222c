// project: DataDog java-profiler (ddprof-lib, spinLock.h and profiler.h)
// reference: https://github.com/DataDog/java-profiler/pull/261 (read)
// kind: lock-table
// starts: hidden
// wrong: the signal handler takes one of sixteen spinlocks, chosen by a hash of the thread's number; all sixteen are in a line.
#include <csignal>
#include <cstdint>
#include <sys/syscall.h>
#include <unistd.h>

typedef uint64_t u64;
typedef uint32_t u32;

#define DEFAULT_CACHE_LINE_SIZE 64
const int CONCURRENCY_LEVEL = 16;
const int MAX_FRAMES = 2048;

static inline void spinPause() { __asm__ volatile("" ::: "memory"); }

#ifdef FIXED
class alignas(DEFAULT_CACHE_LINE_SIZE) SpinLock {
#else
class SpinLock {
#endif
private:
  //  0 - unlocked, 1 - exclusive, <0 - shared
  volatile int _lock; // expect: fsfind-per-thread-slots
#ifdef FIXED
  char _padding[DEFAULT_CACHE_LINE_SIZE - sizeof(int)];
#endif

public:
  constexpr SpinLock(int initial_state = 0)
      : _lock(initial_state)
#ifdef FIXED
        ,
        _padding{}
#endif
  {
  }
  bool tryLock() { return __sync_bool_compare_and_swap(&_lock, 0, 1); }
  void lock() {
    while (!tryLock()) spinPause();
  }
  void unlock() { __sync_fetch_and_sub(&_lock, 1); }
};

struct ASGCT_CallFrame {
  int bci;
  void* method_id;
};

struct CallTraceBuffer {
  ASGCT_CallFrame frames[MAX_FRAMES];
};

class Recording {
public:
  void record(int lock_index, int tid, u32 call_trace_id, u64 counter);
  void flush(int lock_index);
};

u32 storeCallTrace(int num_frames, ASGCT_CallFrame* frames, u64 counter);
int walkStack(void* ucontext, ASGCT_CallFrame* frames, int max_depth);

class Profiler {
private:
  static Profiler* const _instance;
  SpinLock _locks[CONCURRENCY_LEVEL]; // expect: fsfind-per-thread-slots
  CallTraceBuffer* _calltrace_buffer[CONCURRENCY_LEVEL];
  Recording _jfr;
  int _max_stack_depth;

  static u32 getLockIndex(int tid) {
    u32 lock_index = tid;
    lock_index ^= lock_index >> 8;
    lock_index ^= lock_index >> 4;
    return lock_index % CONCURRENCY_LEVEL;
  }

public:
  Profiler() : _locks(), _calltrace_buffer(), _max_stack_depth(MAX_FRAMES) {}
  static Profiler* instance() { return _instance; }

  bool start(int depth);
  void recordSample(void* ucontext, u64 counter, int tid);
  void flushJfr();
};

Profiler* const Profiler::_instance = new Profiler();

bool Profiler::start(int depth) {
  _max_stack_depth = depth < MAX_FRAMES ? depth : MAX_FRAMES;
  for (int i = 0; i < CONCURRENCY_LEVEL; i++) {
    if (_calltrace_buffer[i] == nullptr) _calltrace_buffer[i] = new CallTraceBuffer;
  }
  return true;
}

void Profiler::recordSample(void* ucontext, u64 counter, int tid) {
  u32 lock_index = getLockIndex(tid);
  if (!_locks[lock_index].tryLock() && !_locks[lock_index = (lock_index + 1) % CONCURRENCY_LEVEL].tryLock() &&
      !_locks[lock_index = (lock_index + 2) % CONCURRENCY_LEVEL].tryLock()) {
    return; // too many signals at once
  }
  ASGCT_CallFrame* frames = _calltrace_buffer[lock_index]->frames;
  const int num_frames = walkStack(ucontext, frames, _max_stack_depth);
  const u32 call_trace_id = storeCallTrace(num_frames, frames, counter);
  _jfr.record(lock_index, tid, call_trace_id, counter);
  _locks[lock_index].unlock();
}

void Profiler::flushJfr() {
  for (int i = 0; i < CONCURRENCY_LEVEL; i++) {
    _locks[i].lock();
    _jfr.flush(i);
    _locks[i].unlock();
  }
}

static void signalHandler(int, siginfo_t*, void* ucontext) {
  Profiler::instance()->recordSample(ucontext, 1, static_cast<int>(syscall(SYS_gettid)));
}

void installHandler() {
  struct sigaction sa = {};
  sa.sa_sigaction = signalHandler;
  sa.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaction(SIGPROF, &sa, nullptr);
}
