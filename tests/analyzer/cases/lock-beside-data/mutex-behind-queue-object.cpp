// A queue of subtitles keeps its ends apart inside, but its last members, a pointer that the producer
// writes and a size, end without padding, and its owner declares a mutex next, which another thread
// takes. Twist: the border of a class lies between them; the consumer is the calling thread.
#include <atomic>
#include <cstddef>
#include <mutex>
#include <thread>

#ifdef FIXED
#define ON_LINES __attribute__((aligned(64)))
#else
#define ON_LINES
#endif
template <class T> struct Loose {
  void operator=(T value) { value_.store(value, std::memory_order_release); }
  T load() const { return value_.load(std::memory_order_acquire); }
  std::atomic<T> value_; // expect: fsfind-adjacent-thread-fields
};
template <class T> struct Ring {
  bool add(const T &one) {
    T *at = next_.load();
    if (after(at) == oldest_.load())
      return false;
    *at = one;
    next_ = after(at);
    return true;
  }
  bool take(T &one) {
    T *at = oldest_.load();
    if (at == next_.load())
      return false;
    one = *at;
    oldest_ = after(at);
    return true;
  }
  T *after(T *at) const { return at + 1 == slots_ + size_ ? slots_ : at + 1; }
  T *const slots_ = new T[4096];
  Loose<T *> oldest_{slots_};
  char filler_[64 - sizeof(Loose<T *>)];
  Loose<T *> next_{slots_}; // expect: fsfind-adjacent-thread-fields
  std::size_t size_ = 4096;
} ON_LINES;

bool readLine(long &one);
void draw(long one);
bool adjusted(int &delay);

struct Projector {
  void show() {
    std::thread([this] {
      for (long one; readLine(one);)
        lines_.add(one);
    }).detach();
    std::thread([this] {
      for (int delay = 0; adjusted(delay);) {
        const std::lock_guard<std::mutex> guard(mutex_);
        delay_ = delay;
      }
    }).detach();
    for (long one = 0; one >= 0;)
      if (lines_.take(one))
        draw(one);
  }
  Ring<long> lines_;
  std::mutex mutex_; // expect: fsfind-adjacent-thread-fields
  int delay_ = 0;
};
void showFilm() {
  static Projector projector;
  projector.show();
}
