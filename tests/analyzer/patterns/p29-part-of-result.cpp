// P29: a core's element and its number come back together, as a pair.
#include <sched.h>

#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>

template <class T> class PerCore {
public:
  explicit PerCore(std::size_t cores) : mask_(cores - 1), all_(new T[cores]) {}
  T *mine() const { return mineAndNumber().first; }
  std::pair<T *, std::size_t> mineAndNumber() const {
    const std::size_t core = static_cast<std::size_t>(sched_getcpu()) & mask_;
    return {&all_[core], core};
  }

private:
  std::size_t mask_;
  std::unique_ptr<T[]> all_; // expect: fsfind-per-thread-slots
};

#ifdef FIXED
struct alignas(64) Hits {
#else
struct Hits {
#endif
  std::atomic<long> reads{0}, writes{0}; // expect: fsfind-per-thread-slots
};

static PerCore<Hits> hits(64);

void onRead() {
  hits.mine()->reads.fetch_add(1, std::memory_order_relaxed);
}
void onWrite() {
  hits.mine()->writes.fetch_add(1, std::memory_order_relaxed);
}
