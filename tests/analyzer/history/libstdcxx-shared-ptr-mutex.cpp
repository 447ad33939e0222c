// project: GCC libstdc++ (src/c++11/shared_ptr.cc and mutex_pool.h)
// reference: reduced from memory; the released pool derives a type aligned to 64 from the mutex
// kind: lock-table
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: the atomic functions on shared pointers take one of sixteen mutexes, chosen by the pointer's address; the mutexes are a
//        packed local static array.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <pthread.h>

namespace __gnu_cxx {
class __mutex {
public:
  __mutex() { pthread_mutex_init(&_M_mutex, nullptr); }
  __mutex(const __mutex&) = delete;
  __mutex& operator=(const __mutex&) = delete;

  void lock() {
    if (pthread_mutex_lock(&_M_mutex) != 0) __builtin_abort();
  }
  void unlock() {
    if (pthread_mutex_unlock(&_M_mutex) != 0) __builtin_abort();
  }

private:
  pthread_mutex_t _M_mutex;
};
} // namespace __gnu_cxx

namespace __gnu_internal {
const unsigned char mask = 0xf;
const unsigned char invalid = mask + 1;

struct _Hash_bytes {
  std::size_t operator()(const void* p) const {
    std::uint64_t h = reinterpret_cast<std::uintptr_t>(p) * 0xc6a4a7935bd1e995ull;
    h ^= h >> 47;
    return h * 0xc6a4a7935bd1e995ull;
  }
};

inline unsigned char key(const void* addr) { return _Hash_bytes()(addr) & mask; }

__gnu_cxx::__mutex& get_mutex(unsigned char i) {
#ifdef FIXED
  struct alignas(64) M : __gnu_cxx::__mutex {};
  static M m[mask + 1];
#else
  static __gnu_cxx::__mutex m[mask + 1]; // expect: fsfind-per-thread-slots
#endif
  return m[i];
}
} // namespace __gnu_internal

namespace stdx {
struct _Sp_locker {
  _Sp_locker(const _Sp_locker&) = delete;
  _Sp_locker& operator=(const _Sp_locker&) = delete;

  explicit _Sp_locker(const void* p) noexcept {
    _M_key1 = _M_key2 = __gnu_internal::key(p);
    __gnu_internal::get_mutex(_M_key1).lock();
  }

  _Sp_locker(const void* p1, const void* p2) noexcept {
    _M_key1 = __gnu_internal::key(p1);
    _M_key2 = __gnu_internal::key(p2);
    if (_M_key2 < _M_key1) {
      __gnu_internal::get_mutex(_M_key2).lock();
      __gnu_internal::get_mutex(_M_key1).lock();
    } else {
      __gnu_internal::get_mutex(_M_key1).lock();
      if (_M_key2 != _M_key1) __gnu_internal::get_mutex(_M_key2).lock();
    }
  }

  ~_Sp_locker() {
    if (_M_key1 != __gnu_internal::invalid) {
      __gnu_internal::get_mutex(_M_key1).unlock();
      if (_M_key2 != _M_key1) __gnu_internal::get_mutex(_M_key2).unlock();
    }
  }

private:
  unsigned char _M_key1;
  unsigned char _M_key2;
};

struct _Sp_counted_base {
  int _M_use_count = 1;
  int _M_weak_count = 1;
  virtual void _M_dispose() noexcept = 0;
  virtual ~_Sp_counted_base() = default;

  void _M_add_ref() noexcept { __atomic_fetch_add(&_M_use_count, 1, __ATOMIC_RELAXED); }
  void _M_release() noexcept {
    if (__atomic_fetch_sub(&_M_use_count, 1, __ATOMIC_ACQ_REL) == 1) {
      _M_dispose();
      delete this;
    }
  }
};

template <typename T> class shared_ptr {
public:
  constexpr shared_ptr() noexcept : _M_ptr(nullptr), _M_pi(nullptr) {}
  shared_ptr(T* p, _Sp_counted_base* pi) noexcept : _M_ptr(p), _M_pi(pi) {}
  shared_ptr(const shared_ptr& r) noexcept : _M_ptr(r._M_ptr), _M_pi(r._M_pi) {
    if (_M_pi) _M_pi->_M_add_ref();
  }
  ~shared_ptr() {
    if (_M_pi) _M_pi->_M_release();
  }
  shared_ptr& operator=(const shared_ptr& r) noexcept {
    shared_ptr(r).swap(*this);
    return *this;
  }
  void swap(shared_ptr& o) noexcept {
    T* p = _M_ptr;
    _M_ptr = o._M_ptr;
    o._M_ptr = p;
    _Sp_counted_base* pi = _M_pi;
    _M_pi = o._M_pi;
    o._M_pi = pi;
  }
  T* get() const noexcept { return _M_ptr; }
  bool owner_equal(const shared_ptr& o) const noexcept { return _M_pi == o._M_pi; }

private:
  T* _M_ptr;
  _Sp_counted_base* _M_pi;
};

template <typename T> inline shared_ptr<T> atomic_load(const shared_ptr<T>* p) {
  _Sp_locker lock{p};
  return *p;
}

template <typename T> inline void atomic_store(shared_ptr<T>* p, shared_ptr<T> r) {
  _Sp_locker lock{p};
  p->swap(r);
}

template <typename T> bool atomic_compare_exchange_strong(shared_ptr<T>* p, shared_ptr<T>* v, shared_ptr<T> w) {
  shared_ptr<T> x;
  _Sp_locker lock{p, v};
  if (p->get() == v->get() && p->owner_equal(*v)) {
    x.swap(*p);
    p->swap(w);
    return true;
  }
  x.swap(*v);
  *v = *p;
  return false;
}

struct config {
  int values[64];
};

template shared_ptr<config> atomic_load(const shared_ptr<config>*);
template void atomic_store(shared_ptr<config>*, shared_ptr<config>);
template bool atomic_compare_exchange_strong(shared_ptr<config>*, shared_ptr<config>*, shared_ptr<config>);
} // namespace stdx
