// A queue of subtitles has its ends apart, but its last member, a pointer that the producer writes,
// ends without padding, and its owner declares a mutex next, which another thread takes. Twist: the
// border of a class lies between them; the consumer is the calling thread.
#include <atomic>
#include <mutex>
#include <thread>
template <class T> struct Loose {
  void operator=(T value) { value_.store(value, std::memory_order_release); }
  T load() const { return value_.load(std::memory_order_acquire); }
  std::atomic<T> value_; // expect: fsfind-adjacent-thread-fields
};
template <class T> struct Ring {
  void add(T one) {
    while (after(next_.load()) == oldest_.load())
      ;
    *next_.load() = one;
    next_ = after(next_.load());
  }
  T take() {
    while (oldest_.load() == next_.load())
      ;
    T one = *oldest_.load();
    oldest_ = after(oldest_.load());
    return one;
  }
  T *after(T *at) const { return at + 1 == slots_ + 4096 ? slots_ : at + 1; }
  T *const slots_ = new T[4096];
  Loose<T *> oldest_{slots_};
  char filler_[64 - sizeof(Loose<T *>)];
  Loose<T *> next_{slots_}; // expect: fsfind-adjacent-thread-fields
#ifdef FIXED
} __attribute__((aligned(64)));
#else
};
#endif
long subtitle();
void draw(long subtitle);
void turnKnob();
struct Projector {
  void show() {
    std::thread([this] {
      for (;;)
        lines_.add(subtitle());
    }).detach();
    std::thread([this] {
      for (;; mutex_.unlock()) {
        mutex_.lock();
        turnKnob();
      }
    }).detach();
    for (;;)
      draw(lines_.take());
  }
  Ring<long> lines_;
  std::mutex mutex_; // expect: fsfind-adjacent-thread-fields
};
void showFilm() {
  static Projector projector;
  projector.show();
}
