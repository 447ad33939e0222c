// suspect: threads, object, often
// also-true: fsfind-contended-atomic
// A swarm register has two counters that all threads add to, beside the table pointer, length and
// flag that each entry reads. The counters are plain volatile integers, changed by builtins in
// static function templates that get the address.
// as in: OpenJDK, https://github.com/openjdk/jdk/pull/31600
#include <cstddef>

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#ifdef FIXED
#define PAD(n) char PASTE(pad_, n)[128]
#else
#define PAD(n) static_assert(n >= 0, "no padding")
#endif
struct Atomics {
  template <class T> static T add(volatile T *at, T n) { return __sync_add_and_fetch(at, n); }
  template <class T> static bool replace(T *at, T was, T now) {
    return __sync_bool_compare_and_swap(at, was, now);
  }
};

class SwarmRegister {
public:
  SwarmRegister(long *cells, std::size_t length, bool counting)
      : cells_(cells), length_(length), counting_(counting) {}
  bool enter(long swarm);
private:
  bool claim(std::size_t at, long swarm) {
    while (__atomic_load_n(&cells_[at % length_], __ATOMIC_RELAXED) == 0)
      if (Atomics::replace(&cells_[at % length_], 0L, swarm))
        return true;
    return false;
  }
protected:
  long *cells_;        // expect: fsfind-adjacent-thread-fields
  std::size_t length_; // expect: fsfind-adjacent-thread-fields
  bool counting_;      // expect: fsfind-adjacent-thread-fields
  PAD(0);
  volatile std::size_t entered_ = 0; // expect: fsfind-adjacent-thread-fields
  PAD(1);
  volatile std::size_t probes_ = 0; // expect: fsfind-adjacent-thread-fields
  PAD(2);
};

bool SwarmRegister::enter(long swarm) {
  for (std::size_t step = 0; step < length_; ++step) {
    if (counting_)
      Atomics::add(&probes_, std::size_t{1});
    if (claim(swarm + step, swarm))
      return Atomics::add(&entered_, std::size_t{1}) != 0;
  }
  return false;
}

bool registerSwarm(SwarmRegister *all, long swarm) { return all->enter(swarm); }
