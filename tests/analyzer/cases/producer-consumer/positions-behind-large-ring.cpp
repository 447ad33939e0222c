// A ring between two threads of a planetarium, in one global object: behind megabytes of commands
// lie two positions, one stored by the drawing thread, one by the planning side. Twist: started
// with a pointer to a member function, the other side only public methods; a reset is no sharing.
// also-true: fsfind-contended-atomic
#include <atomic>
#include <thread>
#ifdef FIXED
#define NEW_LINE __attribute__((aligned(64)))
#else
#define NEW_LINE
#endif
void draw(unsigned command);
class Ring {
public:
  Ring() { reset(); }
  void open() { thread_ = std::thread(&Ring::drawAll, this); }
  void plan(unsigned word) {
    const unsigned at = write_.load(std::memory_order_relaxed);
    while (((at + 1) & kMask) == read_.load(std::memory_order_acquire))
      std::this_thread::yield();
    words_[at] = word;
    commitPlanned(at + 1);
    busy_.store(true, std::memory_order_release);
  }
private:
  void reset() {
    read_ = 0;
    write_ = 0;
  }
  void commitPlanned(unsigned to) { write_.store(to & kMask, std::memory_order_release); }
  void commitDrawn(unsigned to) { read_.store(to & kMask, std::memory_order_release); }
  void drawAll() {
    for (;;) {
      const unsigned at = read_.load(std::memory_order_relaxed);
      if (at == write_.load(std::memory_order_acquire))
        continue;
      draw(words_[at]);
      commitDrawn(at + 1);
    }
  }
  static constexpr unsigned kMask = (1u << 22) - 1;
  unsigned words_[kMask + 1];
  NEW_LINE std::atomic<unsigned> read_;   // expect: fsfind-adjacent-thread-fields
  NEW_LINE std::atomic<unsigned> write_; // expect: fsfind-adjacent-thread-fields
  NEW_LINE std::atomic<bool> busy_{false};
  std::thread thread_;
};
Ring ring;
