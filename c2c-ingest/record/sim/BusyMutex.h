#pragma once

#include <mutex>

namespace fsfind::record::sim {

/// A mutex that is held shortly, and often by a thread that runs: who waits for it looks again a
/// few times before it sleeps, which costs two switches of threads.
class BusyMutex {
public:
  void lock() {
    for (unsigned look = 0; look != kLooks; ++look) {
      if (mutex_.try_lock())
        return;
      pause();
    }
    mutex_.lock();
  }
  bool try_lock() { return mutex_.try_lock(); }
  void unlock() { mutex_.unlock(); }

private:
  static constexpr unsigned kLooks = 100;
  static void pause() {
#ifdef __x86_64__
    __builtin_ia32_pause();
#else
    __asm__ volatile("yield");
#endif
  }
  std::mutex mutex_;
};

} // namespace fsfind::record::sim
