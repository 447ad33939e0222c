#include "cli/terminal/Progress.h"

#include "cli/terminal/Environment.h"
#include "cli/terminal/Traits.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <unistd.h>

namespace fsfind::cli {

namespace {

constexpr auto kPatience = std::chrono::milliseconds(500);
constexpr auto kRedraw = std::chrono::milliseconds(100);
/// Columns of the bar, and of what stands beside it.
constexpr int kMostBar = 30, kBeside = 30;

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
  // The terminal may have another size than before.
  const std::size_t columns = traitsOf(STDERR_FILENO, ColorChoice::Never, processEnvironment).width;
  const int bar = std::clamp(static_cast<int>(std::min<std::size_t>(columns, INT16_MAX)) - kBeside,
                             1, kMostBar);
  const int filled = static_cast<int>(done * bar);
  put(fmt::format("\r\033[K{:20} [{:#<{}}{:.<{}}] {:3.0f}%", stage, "", filled, "", bar - filled,
                  done * 100));
}

} // namespace fsfind::cli
