// project: libcds (cds/urcu/details/base.h)
// reference: https://github.com/khizmax/libcds/issues/75 (read)
// kind: heap-neighbours
// starts: hidden
// wrong: the record of each thread, whose access word is written at every read lock and unlock, is a small object of its own
//        from the heap; the records of several threads get into one line.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>

namespace cds {
namespace OS {
typedef std::thread::id ThreadId;
static inline ThreadId get_current_thread_id() { return std::this_thread::get_id(); }
} // namespace OS

static constexpr size_t const c_nCacheLineSize = 64;

namespace urcu {
struct general_purpose_rcu {
  static uint32_t const c_nControlBit = 0x80000000;
  static uint32_t const c_nNestMask = c_nControlBit - 1;
};
struct general_buffered_tag : public general_purpose_rcu {};
struct general_threaded_tag : public general_purpose_rcu {};

namespace details {
template <typename ThreadData> struct thread_list_record {
  std::atomic<ThreadData*> m_pNext;
  std::atomic<OS::ThreadId> m_idOwner;

  thread_list_record() : m_pNext(nullptr), m_idOwner(OS::ThreadId()) {}
  explicit thread_list_record(OS::ThreadId owner) : m_pNext(nullptr), m_idOwner(owner) {}
};

template <typename RCUtag> struct thread_data {
  std::atomic<uint32_t> m_nAccessControl; // expect: fsfind-per-thread-slots|fsfind-adjacent-thread-fields
  thread_list_record<thread_data> m_list;
#ifdef FIXED
  char pad_[c_nCacheLineSize];
#endif

  thread_data() : m_nAccessControl(0) {}
  explicit thread_data(OS::ThreadId owner) : m_nAccessControl(0), m_list(owner) {}
};

template <typename RCUtag> class thread_list {
public:
  typedef thread_data<RCUtag> thread_record;

  thread_list() : m_pHead(nullptr) {}
  ~thread_list() { destroy(); }

  thread_record* alloc() {
    thread_record* pRec;
    OS::ThreadId const nullThreadId = OS::ThreadId();
    OS::ThreadId const curThreadId = OS::get_current_thread_id();

    for (pRec = m_pHead.load(std::memory_order_acquire); pRec; pRec = pRec->m_list.m_pNext.load(std::memory_order_relaxed)) {
      OS::ThreadId thId = nullThreadId;
      if (!pRec->m_list.m_idOwner.compare_exchange_strong(thId, curThreadId, std::memory_order_seq_cst)) continue;
      return pRec;
    }

    pRec = new thread_record(curThreadId);
    thread_record* pOldHead = m_pHead.load(std::memory_order_acquire);
    do {
      pRec->m_list.m_pNext.store(pOldHead, std::memory_order_relaxed);
    } while (!m_pHead.compare_exchange_weak(pOldHead, pRec, std::memory_order_acq_rel, std::memory_order_acquire));
    return pRec;
  }

  void retire(thread_record* pRec) { pRec->m_list.m_idOwner.store(OS::ThreadId(), std::memory_order_release); }
  thread_record* head(std::memory_order mo) const { return m_pHead.load(mo); }

private:
  void destroy() {
    thread_record* p = m_pHead.exchange(nullptr, std::memory_order_acquire);
    while (p) {
      thread_record* pNext = p->m_list.m_pNext.load(std::memory_order_relaxed);
      delete p;
      p = pNext;
    }
  }

  std::atomic<thread_record*> m_pHead;
};

template <typename RCUtag> class gp_singleton {
public:
  typedef thread_data<RCUtag> thread_record;

  static gp_singleton* instance() { return m_pRCU; }
  thread_record* attach_thread() { return m_ThreadList.alloc(); }
  void detach_thread(thread_record* pRec) { m_ThreadList.retire(pRec); }

  uint32_t global_control_word(std::memory_order mo) const { return m_nGlobalControl.load(mo); }

  bool check_grace_period(thread_record* pRec) const {
    uint32_t const v = pRec->m_nAccessControl.load(std::memory_order_relaxed);
    return (v & RCUtag::c_nNestMask) &&
           ((v ^ m_nGlobalControl.load(std::memory_order_relaxed)) & ~RCUtag::c_nNestMask);
  }

  void flip_and_wait() {
    OS::ThreadId const nullThreadId = OS::ThreadId();
    m_nGlobalControl.fetch_xor(RCUtag::c_nControlBit, std::memory_order_seq_cst);
    for (thread_record* pRec = m_ThreadList.head(std::memory_order_acquire); pRec;
         pRec = pRec->m_list.m_pNext.load(std::memory_order_relaxed))
      while (pRec->m_list.m_idOwner.load(std::memory_order_acquire) != nullThreadId && check_grace_period(pRec))
        std::this_thread::yield();
  }

private:
  std::atomic<uint32_t> m_nGlobalControl{1};
  thread_list<RCUtag> m_ThreadList;
  static gp_singleton* m_pRCU;
};

template <typename RCUtag> struct thread_gc {
  typedef thread_data<RCUtag> thread_record;
  static thread_record*& current() {
    static thread_local thread_record* rec = nullptr;
    return rec;
  }

  static void access_lock() {
    thread_record* pRec = current();
    uint32_t tmp = pRec->m_nAccessControl.load(std::memory_order_relaxed);
    if ((tmp & RCUtag::c_nNestMask) == 0) {
      pRec->m_nAccessControl.store(gp_singleton<RCUtag>::instance()->global_control_word(std::memory_order_relaxed),
                                   std::memory_order_relaxed);
      std::atomic_thread_fence(std::memory_order_seq_cst);
    } else
      pRec->m_nAccessControl.store(tmp + 1, std::memory_order_relaxed);
  }

  static void access_unlock() {
    thread_record* pRec = current();
    uint32_t tmp = pRec->m_nAccessControl.load(std::memory_order_relaxed);
    pRec->m_nAccessControl.store(tmp - 1, std::memory_order_release);
  }
};
} // namespace details

template <> details::gp_singleton<general_buffered_tag>* details::gp_singleton<general_buffered_tag>::m_pRCU = nullptr;

class gpb {
public:
  typedef details::thread_gc<general_buffered_tag> gc;
  static void attach() { gc::current() = details::gp_singleton<general_buffered_tag>::instance()->attach_thread(); }
  static void detach() { details::gp_singleton<general_buffered_tag>::instance()->detach_thread(gc::current()); }
  static void synchronize() {
    details::gp_singleton<general_buffered_tag>::instance()->flip_and_wait();
    details::gp_singleton<general_buffered_tag>::instance()->flip_and_wait();
  }
};
} // namespace urcu

struct node {
  std::atomic<node*> next;
  uint64_t key;
};

bool contains(std::atomic<node*>& head, uint64_t key) {
  urcu::gpb::gc::access_lock();
  node* p = head.load(std::memory_order_acquire);
  while (p && p->key < key) p = p->next.load(std::memory_order_acquire);
  bool const found = p && p->key == key;
  urcu::gpb::gc::access_unlock();
  return found;
}
} // namespace cds
