#pragma once

#include <chrono>
#include <string_view>

namespace fsfind::cli {

/// A progress bar on standard error, only on a terminal, and only after half a second. It is erased
/// when the object is destroyed.
class Progress {
public:
  explicit Progress(bool wanted);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// Shows a stage at once; for work of which is known that it takes long.
  void begin(std::string_view stage);

  /// `fraction` of the stage that is done, from 0 to 1.
  void update(std::string_view stage, double fraction);

private:
  using Clock = std::chrono::steady_clock;
  bool enabled_;
  bool drawn_ = false;
  Clock::time_point next_;
};

} // namespace fsfind::cli
