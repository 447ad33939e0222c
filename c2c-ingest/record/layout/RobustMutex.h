#pragma once

#include <cerrno>
#include <pthread.h>

namespace fsfind::record {

/// A mutex in memory that processes share, where it is initialized once. If a process is killed
/// while it has it, the next one gets it.
class RobustMutex {
public:
  void initialize() {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&mutex_, &attributes);
    pthread_mutexattr_destroy(&attributes);
  }
  /// False if whoever had it before was killed, so that what it guards may be half changed.
  bool lock() {
    if (pthread_mutex_lock(&mutex_) != EOWNERDEAD)
      return true;
    pthread_mutex_consistent(&mutex_);
    return false;
  }
  void unlock() { pthread_mutex_unlock(&mutex_); }

private:
  pthread_mutex_t mutex_;
};

} // namespace fsfind::record
