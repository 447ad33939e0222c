// suspect: threads
// Sixteen spin locks of four bytes are in one line of a sampler; its signal handler, on any thread,
// takes the one that the hashed thread number selects, or one of two others. Twist: nothing else is
// concurrent, and the index is set again in the middle of a condition.
#include <csignal>
#include <sys/syscall.h>
#include <unistd.h>

void recordPitch(unsigned place);
#ifdef FIXED
class alignas(64) Word {
#else
class Word {
#endif
public:
  bool tryLock() { return __sync_bool_compare_and_swap(&word_, 0, 1); }
  void lock() {
    while (!tryLock()) {
    }
  }
  void unlock() { __sync_fetch_and_sub(&word_, 1); }
private:
  volatile int word_ = 0; // expect: fsfind-per-thread-slots
};
struct Sampler {
  static unsigned placeOf(unsigned thread) {
    thread ^= thread << 13;
    thread ^= thread >> 17;
    return thread % 16;
  }
  void sample() {
    unsigned at = placeOf(static_cast<unsigned>(syscall(SYS_gettid)));
    if (!words[at].tryLock() && !words[at = (at + 1) % 16].tryLock() &&
        !words[at = (at + 2) % 16].tryLock())
      return;
    recordPitch(at);
    words[at].unlock();
  }
  void stop() {
    for (Word &word : words)
      word.lock();
  }
  static Sampler *instance() { return instance_; }
  static Sampler *const instance_;
  Word words[16]; // expect: fsfind-per-thread-slots
};
Sampler *const Sampler::instance_ = new Sampler;
static void onTimer(int, siginfo_t *, void *) { Sampler::instance()->sample(); }
void start() {
  struct sigaction action = {};
  action.sa_sigaction = onTimer;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaction(SIGPROF, &action, nullptr);
}
