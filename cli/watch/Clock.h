#pragma once

#include "cli/terminal/EndRequests.h"

#include <cstdint>

namespace fsfind::watch {

/// Why a wait ended.
enum class Wake : std::uint8_t {
  Time,   ///< the time has come
  End,    ///< a signal or a key asks to end, or nobody reads standard output any more
  Redraw, ///< the terminal has another size
};

/// Time as a watch needs it; tests have their own.
class Clock {
public:
  Clock() = default;
  virtual ~Clock() = default;
  Clock(const Clock &) = delete;
  Clock &operator=(const Clock &) = delete;

  /// Seconds since some moment; never goes back.
  [[nodiscard]] virtual double now() = 0;
  /// Waits until now() is `time`, or there is a reason to wake. Returns at once if it has come.
  [[nodiscard]] virtual Wake wait(double time) = 0;
  /// Seconds since 1970.
  [[nodiscard]] virtual double unixTime() = 0;
  /// CPU time that the watch has taken.
  [[nodiscard]] virtual double cpuSeconds() = 0;
};

/// The system's. While it lives, signals that ask to end do not end the program.
class SystemClock : public Clock {
public:
  /// `keys`: `q` on standard input ends a wait. `children`: the CPU time of ended children counts.
  SystemClock(bool keys, bool children);
  ~SystemClock() override;

  double now() override;
  Wake wait(double time) override;
  double unixTime() override;
  double cpuSeconds() override;

private:
  [[nodiscard]] bool hasKeys() const;
  bool readKey();

  cli::EndRequests requests_;
  bool keys_, children_;
  sigset_t before_{}; ///< signals that were blocked
  int signals_;       ///< signalfd(2)
};

} // namespace fsfind::watch
