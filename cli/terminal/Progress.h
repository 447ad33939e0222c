#pragma once

#include <chrono>
#include <string_view>

namespace fsfind::cli {

/// A line on standard error that tells how far the work is: only where that is a terminal, only
/// after half a second, and gone when the work is done.
class Progress {
public:
  explicit Progress(bool wanted);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// `fraction` from 0 to 1.
  void update(std::string_view stage, double fraction);

private:
  using Clock = std::chrono::steady_clock;
  bool enabled_;
  bool drawn_ = false;
  Clock::time_point next_;
};

} // namespace fsfind::cli
