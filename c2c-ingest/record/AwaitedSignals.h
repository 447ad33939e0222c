#pragma once

#include <csignal>

namespace fsfind::record {

/// While this object lives, the calling thread, and threads that it starts, are not interrupted by
/// the signals of a set.
class BlockedSignals {
public:
  explicit BlockedSignals(const sigset_t &set) { pthread_sigmask(SIG_BLOCK, &set, &before_); }
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  BlockedSignals(const BlockedSignals &) = delete;
  BlockedSignals &operator=(const BlockedSignals &) = delete;
  [[nodiscard]] const sigset_t &before() const { return before_; }

private:
  sigset_t before_{};
};

/// Signals that ask fsfind to end, for whoever blocks them to take by sigtimedwait(2): not one that
/// is ignored, as SIGHUP under nohup, for sigtimedwait(2) returns these if blocked.
[[nodiscard]] sigset_t endingSignals();

} // namespace fsfind::record
