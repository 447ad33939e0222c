// suspect: threads, object, data
// also-true: fsfind-contended-atomic
// A round-robin counter, changed by every thread that adds an order for any bench, lies between the
// bench pointers and limits that every baker's loop reads. It is in a wrapper template without
// padding; the readers go through operators of vectors and smart pointers.
// as in: HPX, https://github.com/TheHPXProject/hpx/pull/3745
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#ifdef FIXED
constexpr std::size_t restOfLine(std::size_t size) { return (64 - size % 64) % 64; }
template <class T> struct alignas(64) Separate {
  T data{};
  char rest[restOfLine(sizeof(T))];
};
#else
template <class T> struct Separate {
  T data{};
};
#endif
template <class Lock> class Bakery {
  struct alignas(64) Bench {
    Lock lock;
    std::deque<int> orders;
  };
public:
  explicit Bakery(std::size_t n) : benches_(new std::unique_ptr<Bench>[n]), ovens_(n), count_(n) {
    for (std::size_t i = 0; i < n; ++i)
      benches_[i] = std::make_unique<Bench>();
  }
  void add(int loaves) {
    Bench &bench = *benches_[turn_.data++ % count_];
    std::lock_guard<Lock> hold(bench.lock);
    bench.orders.push_back(loaves);
  }
  void bake(std::size_t self) {
    for (std::size_t i = 0; i < count_; ++i) {
      Bench &bench = *benches_[(self + i) % count_];
      std::lock_guard<Lock> hold(bench.lock);
      if (!bench.orders.empty() && ovens_[self] != closed_)
        bench.orders.pop_front();
    }
  }
private:
  const int closed_ = 1;
  std::unique_ptr<std::unique_ptr<Bench>[]> benches_; // expect: fsfind-adjacent-thread-fields
  Separate<std::atomic<std::size_t>> turn_;           // expect: fsfind-adjacent-thread-fields
  std::vector<int> ovens_;
  const std::size_t count_; // expect: fsfind-adjacent-thread-fields
};

template class Bakery<std::mutex>;
