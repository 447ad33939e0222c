#pragma once

#include <csignal>

namespace fsfind::cli {

/// What a shell adds to a signal's number in the exit code of a program that the signal ended.
inline constexpr int kSignalBase = 128;

/// Blocks the signals that ask the program to end (interrupt, termination, hangup) during its
/// lifetime, so that the program can clean up first. Ignored signals stay ignored. A signal that
/// came and was not fetched by take() ends the program when the last of these objects is destroyed.
class EndRequests {
public:
  EndRequests();
  ~EndRequests();
  EndRequests(const EndRequests &) = delete;
  EndRequests &operator=(const EndRequests &) = delete;

  /// Fetches a signal that has come, and returns its number; 0 if there is none.
  [[nodiscard]] int take() const;

  /// Whether a signal has come that was not fetched.
  [[nodiscard]] bool arePending() const;

  [[nodiscard]] const sigset_t &signals() const { return held_; }

private:
  sigset_t held_{}, before_{};
};

} // namespace fsfind::cli
