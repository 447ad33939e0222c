// Bytes and pieces of timber are counted in 32 padded shards, chosen by bits of the thread's
// identity, so that threads of different processors meet in one. Twist: the layout is right; the
// choice, in a function one call away, is the defect.
// known-miss: which identities collide is not in the source; single additions are no loop
#include <atomic>
#include <cstddef>
#include <pthread.h>
#include <sched.h>

struct alignas(64) Part {
  std::atomic<std::size_t> bytes{0};  // expect: fsfind-shard-by-thread-id | fsfind-contended-atomic
  std::atomic<std::size_t> pieces{0}; // expect: fsfind-shard-by-thread-id | fsfind-contended-atomic
};
struct Store {
  static std::size_t own() {
#ifdef FIXED
    return static_cast<std::size_t>(sched_getcpu()) & 31;
#else
    return static_cast<std::size_t>(pthread_self()) >> 12 & 31;
#endif
  }
  void add(std::size_t bytes, std::size_t pieces) {
    Part &part = parts[own()];
    part.bytes += bytes;
    part.pieces += pieces;
  }
  Part parts[32]; // expect: fsfind-shard-by-thread-id | fsfind-contended-atomic
};
template <int kStore> Store &storeOf() {
  static Store stores[4];
  return stores[kStore];
}

template <int kStore> struct Timber {
  void *cut(std::size_t bytes) {
    store->add(bytes, 1);
    return ::operator new(bytes);
  }
  Store *store = &storeOf<kStore>();
};
void *cutOak(std::size_t bytes) { return Timber<1>().cut(bytes); }
