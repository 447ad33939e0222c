#pragma once

#include <csignal>

namespace fsfind::cli {

/// Holds back the signals that ask the program to end (interrupt, termination, hangup) as long as
/// it lives, so that what must be cleaned up is; those that are ignored stay so. One that came and
/// was not asked for ends the program when the last of these objects goes.
class EndRequests {
public:
  EndRequests();
  ~EndRequests();
  EndRequests(const EndRequests &) = delete;
  EndRequests &operator=(const EndRequests &) = delete;

  /// Number of a signal that has come, which is then settled; 0 if there is none.
  [[nodiscard]] int take() const;

  [[nodiscard]] const sigset_t &signals() const { return held_; }

private:
  sigset_t held_{}, before_{};
};

} // namespace fsfind::cli
