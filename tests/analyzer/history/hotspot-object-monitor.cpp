// project: OpenJDK HotSpot (src/hotspot/share/runtime/objectMonitor.hpp)
// reference: reduced from memory of JDK-8049737, "Contended Locking reorder and cache line bucket"
// kind: counter-beside-read-mostly
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: the header, which every thread reads for the hash code of a locked object and to find its monitor, is in the line of the
//        owner that contending threads swap, and of the queue they push themselves on.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#define DEFAULT_CACHE_LINE_SIZE 64
#define OM_CACHE_LINE_SIZE DEFAULT_CACHE_LINE_SIZE
#define DEFINE_PAD_MINUS_SIZE(id, alignment, size) char _pad_buf##id[(alignment) - (size)]

typedef intptr_t intx;
class Thread;
class markOop {
  uintptr_t _value;

 public:
  explicit markOop(uintptr_t v = 0) : _value(v) {}
  intptr_t hash() const { return intptr_t((_value >> 8) & 0x7fffffff); }
  bool has_no_hash() const { return hash() == 0; }
};
typedef void* oop;

class ParkEvent {
 public:
  void park();
  void unpark();
};
Thread* current_thread();
ParkEvent* park_event_of(Thread* t);
int SpinPause();

class ObjectWaiter {
 public:
  enum TStates { TS_UNDEF, TS_READY, TS_RUN, TS_WAIT, TS_ENTER, TS_CXQ };
  ObjectWaiter* volatile _next = nullptr;
  ObjectWaiter* volatile _prev = nullptr;
  Thread* _thread;
  ParkEvent* _event;
  volatile TStates TState = TS_RUN;
  explicit ObjectWaiter(Thread* t) : _thread(t), _event(park_event_of(t)) {}
};

class ObjectMonitor {
 public:
  ObjectMonitor() = default;
  static ObjectMonitor* allocate(oop obj, markOop mark) {
#ifdef FIXED
    void* p = std::aligned_alloc(OM_CACHE_LINE_SIZE, (sizeof(ObjectMonitor) + OM_CACHE_LINE_SIZE - 1) / OM_CACHE_LINE_SIZE * OM_CACHE_LINE_SIZE);
#else
    void* p = std::malloc(sizeof(ObjectMonitor));
#endif
    ObjectMonitor* m = ::new (p) ObjectMonitor();
    m->_header = mark;
    m->_object = obj;
    return m;
  }

  markOop header() const { return _header; }
  oop object() const { return _object; }
  intx recursions() const { return _recursions; }

  void enter(Thread* Self) {
    Thread* cur = nullptr;
    if (_owner.compare_exchange_strong(cur, Self)) return;
    if (cur == Self) {
      _recursions++;
      return;
    }
    if (TrySpin(Self)) return;
    EnterI(Self);
  }

  void exit(Thread* Self) {
    if (_recursions != 0) {
      _recursions--;
      return;
    }
    for (;;) {
      _owner.store(nullptr, std::memory_order_release);
      std::atomic_thread_fence(std::memory_order_seq_cst);
      if (_cxq.load() == nullptr && _EntryList == nullptr) return;
      Thread* none = nullptr;
      if (!_owner.compare_exchange_strong(none, Self)) return;
      if (_EntryList == nullptr) _EntryList = _cxq.exchange(nullptr);
      ObjectWaiter* w = _EntryList;
      if (w == nullptr) continue;
      _EntryList = w->_next;
      w->TState = ObjectWaiter::TS_RUN;
      _owner.store(nullptr, std::memory_order_release);
      w->_event->unpark();
      return;
    }
  }

 private:
  bool TryLock(Thread* Self) {
    Thread* none = nullptr;
    return _owner.load(std::memory_order_relaxed) == nullptr && _owner.compare_exchange_strong(none, Self);
  }

  bool TrySpin(Thread* Self) {
    for (int ctr = 5000; --ctr >= 0;) {
      if (TryLock(Self)) return true;
      SpinPause();
    }
    return false;
  }

  void EnterI(Thread* Self) {
    ObjectWaiter node(Self);
    ObjectWaiter* nxt = _cxq.load();
    do {
      node._next = nxt;
      node.TState = ObjectWaiter::TS_CXQ;
      if (TryLock(Self)) return;
    } while (!_cxq.compare_exchange_weak(nxt, &node));
    while (!TryLock(Self)) node._event->park();
  }

#ifdef FIXED
  markOop _header;
  oop _object = nullptr;
  DEFINE_PAD_MINUS_SIZE(0, OM_CACHE_LINE_SIZE, sizeof(markOop) + sizeof(oop));
  std::atomic<Thread*> _owner{nullptr};
  DEFINE_PAD_MINUS_SIZE(1, OM_CACHE_LINE_SIZE, sizeof(std::atomic<Thread*>));
  intx _recursions = 0;
  ObjectWaiter* volatile _EntryList = nullptr;
  std::atomic<ObjectWaiter*> _cxq{nullptr};
  DEFINE_PAD_MINUS_SIZE(2, OM_CACHE_LINE_SIZE, sizeof(intx) + 2 * sizeof(void*));
#else
  markOop _header;                          // expect: fsfind-adjacent-thread-fields
  oop _object = nullptr;                    // expect: fsfind-adjacent-thread-fields
  std::atomic<Thread*> _owner{nullptr};     // expect: fsfind-adjacent-thread-fields
  intx _recursions = 0;
  ObjectWaiter* volatile _EntryList = nullptr;
  std::atomic<ObjectWaiter*> _cxq{nullptr}; // expect: fsfind-adjacent-thread-fields
#endif
};

struct ObjectSynchronizer {
  static intptr_t FastHashCode(ObjectMonitor* monitor) {
    markOop test = monitor->header();
    return test.has_no_hash() ? intptr_t(0) : test.hash();
  }

  static void slow_enter(ObjectMonitor* monitor) { monitor->enter(current_thread()); }
  static void slow_exit(ObjectMonitor* monitor) { monitor->exit(current_thread()); }

  static bool verify(ObjectMonitor* monitor, oop obj) { return monitor->object() == obj; }
};
