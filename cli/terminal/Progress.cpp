#include "cli/terminal/Progress.h"

#include <algorithm>
#include <fmt/format.h>
#include <unistd.h>

namespace fsfind::cli {

namespace {

constexpr auto kPatience = std::chrono::milliseconds(500);
constexpr auto kRedraw = std::chrono::milliseconds(100);
constexpr int kBarWidth = 30;

/// Ignores errors: progress that cannot be shown is no reason to fail.
void put(std::string_view text) {
  if (write(STDERR_FILENO, text.data(), static_cast<unsigned>(text.size())) < 0)
    return;
}

} // namespace

Progress::Progress(bool wanted)
    : enabled_(wanted && isatty(STDERR_FILENO) == 1), next_(Clock::now() + kPatience) {}

Progress::~Progress() {
  if (drawn_)
    put("\r\033[K");
}

void Progress::begin(std::string_view stage) {
  next_ = Clock::now();
  update(stage, 0);
}

void Progress::update(std::string_view stage, double fraction) {
  if (!enabled_ || Clock::now() < next_)
    return;
  next_ = Clock::now() + kRedraw;
  drawn_ = true;
  const double done = std::clamp(fraction, 0.0, 1.0);
  const int filled = static_cast<int>(done * kBarWidth);
  put(fmt::format("\r\033[K{:20} [{:#<{}}{:.<{}}] {:3.0f}%", stage, "", filled, "",
                  kBarWidth - filled, done * 100));
}

} // namespace fsfind::cli
