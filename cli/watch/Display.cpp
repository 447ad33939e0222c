#include "cli/watch/Display.h"

#include "cli/terminal/Messages.h"
#include "cli/terminal/Output.h"

#include <algorithm>
#include <ostream>
#include <unistd.h>

namespace fsfind::watch {

namespace {

Expected<void> print(const cli::Writer &writer) {
  return cli::writeTo(STDOUT_FILENO, "standard output", writer);
}

} // namespace

Display::Display(DisplayMode mode, cli::ColorChoice color, std::size_t rows, std::string version)
    : mode_(mode), color_(color), rows_(rows), version_(std::move(version)) {}

Display::~Display() {
  if (screen_) {
    screen_.reset();
    (void)print([&](std::ostream &out) { out << last_; });
  }
  for (const std::string &text : said_)
    cli::tell(text);
}

cli::Traits Display::traits() const {
  return cli::traitsOf(STDOUT_FILENO, color_, cli::processEnvironment);
}

Expected<void> Display::show(const report::WatchReport &report) {
  if (mode_ == DisplayMode::Screen)
    return redraw(report);
  return print([&](std::ostream &out) {
    if (mode_ == DisplayMode::Json)
      report::writeWatchJson(out, report, version_);
    else
      out << report::watchText(report, traits(), rows_) << '\n';
  });
}

Expected<void> Display::redraw(const report::WatchReport &report) {
  if (mode_ != DisplayMode::Screen)
    return {};
  if (!screen_)
    screen_ = std::make_unique<cli::Screen>();
  constexpr std::size_t kAround = 12; // lines above and below the objects, at most
  const cli::Traits now = traits();
  last_ = report::watchText(report, now, std::max(now.height, kAround + 1) - kAround);
  return screen_->draw(last_, now.height);
}

void Display::say(const std::string &text) {
  constexpr std::size_t kMost = 100;
  if (!screen_ || isatty(STDERR_FILENO) == 0)
    return cli::tell(text);
  said_.push_back(text);
  if (said_.size() > kMost)
    said_.pop_front();
}

} // namespace fsfind::watch
