// args: -std=c++17
// suspect: run
// Vectors of swarms and marks are filled by a constructor's initialiser list, then used in parallel
// task loops. The loop template is known by name only; one call goes through a member template.
#include <atomic>
#include <cstddef>
#include <new>
#include <vector>

namespace pool {
void execute(void (*call)(void *, std::size_t), void *body, std::size_t first, std::size_t last);
template <class Body> void parallel_for(std::size_t first, std::size_t last, const Body &body) {
  auto call = [](void *b, std::size_t i) { (*static_cast<const Body *>(b))(i); };
  execute(call, const_cast<Body *>(&body), first, last);
}
} // namespace pool

struct Mark {
  Mark(bool set) : set_(set) {}
  Mark(const Mark &other) : set_(other.set_.load()) {}
  void put(bool set) { set_.store(set, std::memory_order_relaxed); }
  bool get() const { return set_.load(std::memory_order_relaxed); }
  std::atomic<bool> set_;
};
#ifdef FIXED
template <class T> struct List {
  List(std::size_t n, T value) : first_(static_cast<T *>(::operator new(n * sizeof(T)))) {
    const std::size_t chunk = 4096;
    pool::parallel_for(0, (n + chunk - 1) / chunk, [this, n, &value](std::size_t c) {
      for (std::size_t i = c * chunk; i < n && i < (c + 1) * chunk; ++i)
        new (first_ + i) T(value);
    });
  }
  List(const List &) = delete;
  ~List() { ::operator delete(first_); }
  T &operator[](std::size_t i) { return first_[i]; }
  T *first_;
};
#else
template <class T> using List = std::vector<T>;
#endif
class Hive {
public:
  explicit Hive(std::size_t n)
      : cells_(n), swarm_(n, -1), moved_(n, false) {} // expect: fsfind-serial-first-touch
  void settle(int rounds) {
    for (int round = 0; round < rounds; ++round) {
      pool::parallel_for(0, cells_,
                         [&](std::size_t c) { swarm_[c] += round, moved_[c].put(true); });
      each([&](std::size_t c) { moved_[c].put(moved_[c].get() && swarm_[c] > 8); });
    }
  }
private:
  template <class Job> void each(const Job &job) {
    pool::parallel_for(0, cells_, [&](std::size_t c) { job(c); });
  }
  std::size_t cells_;
  List<int> swarm_;
  List<Mark> moved_;
};
void summer(std::size_t cells) { Hive(cells).settle(50); }
