// A ring of loaves has padding between its two indices in a base class, but the derived class goes
// on right behind the second index with the capacity and buffer read for each loaf. Its methods
// pass these members to methods of the same name in the base; an empty base lies between.
#include <atomic>
#include <cstdlib>
#include <new>
#include <thread>
struct Shelving { void *room(std::size_t bytes) { return std::malloc(bytes); } };
class RingBase {
protected:
#ifdef FIXED
  alignas(64) std::atomic<std::size_t> write_{0};
  alignas(64) std::atomic<std::size_t> read_{0};
  char padding_[64 - sizeof(std::size_t)];
#else
  std::atomic<std::size_t> write_{0};
  char padding_[64 - sizeof(std::size_t)];
  std::atomic<std::size_t> read_{0}; // expect: fsfind-adjacent-thread-fields
#endif
  template <class T> bool push(const T &value, T *slots, std::size_t size) {
    const std::size_t at = write_.load(std::memory_order_relaxed);
    if ((at + 1) % size == read_.load(std::memory_order_acquire))
      return false;
    new (slots + at) T(value);
    write_.store((at + 1) % size, std::memory_order_release);
    return true;
  }
  template <class F, class T> void consume(F &&use, T *slots, std::size_t size) {
    const std::size_t at = read_.load(std::memory_order_relaxed);
    if (at == write_.load(std::memory_order_acquire))
      return;
    use(slots[at]);
    slots[at].~T();
    read_.store((at + 1) % size, std::memory_order_release);
  }
};

template <class T> class Ring : public RingBase, private Shelving {
public:
  explicit Ring(std::size_t n) : size_(n), slots_(static_cast<T *>(room(n * sizeof(T)))) {}
  bool push(const T &value) { return RingBase::push(value, slots_, size_); }
  template <class F> void consume(F &&use) { RingBase::consume(use, slots_, size_); }
private:
  std::size_t size_; // expect: fsfind-adjacent-thread-fields
  T *slots_;         // expect: fsfind-adjacent-thread-fields
};

static Ring<int> loaves(128);
static void bake() {
  for (int i = 0; i < 10000000;)
    i += loaves.push(i);
}

int main() {
  std::thread oven(bake);
  long sum = 0;
  for (int i = 0; i < 20000000; ++i)
    loaves.consume([&sum](int loaf) { sum += loaf; });
  oven.join();
}
