#include "cli/watch/Display.h"

#include "cli/terminal/EndableOutput.h"
#include "cli/terminal/MessageLine.h"

#include <algorithm>
#include <sstream>
#include <unistd.h>

namespace fsfind::watch {

namespace {

using cli::Patience;

Expected<void> print(std::string_view text, Patience patience = Patience::UntilEnd) {
  return cli::writeEndable(STDOUT_FILENO, "standard output", text, patience);
}

void printMessage(const std::string &text, Patience patience = Patience::UntilEnd) {
  (void)cli::writeEndable(STDERR_FILENO, "standard error", cli::messageLine(text), patience);
}

} // namespace

Display::Display(DisplayMode mode, cli::ColorChoice color, std::size_t rows, std::string version)
    : mode_(mode), color_(color), rows_(rows), version_(std::move(version)) {}

Display::~Display() {
  if (screen_) {
    screen_.reset();
    (void)print(last_, Patience::Moment);
  }
  for (const std::string &text : said_)
    printMessage(text, Patience::Moment);
}

cli::Traits Display::traits() const {
  return cli::traitsOf(STDOUT_FILENO, color_, cli::processEnvironment);
}

Expected<void> Display::show(const report::WatchReport &report) {
  if (mode_ == DisplayMode::Screen)
    return redraw(report);
  std::ostringstream text;
  if (mode_ == DisplayMode::Json)
    report::writeWatchJson(text, report, version_);
  else
    text << report::watchText(report, traits(), rows_) << '\n';
  return print(text.view());
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
    return printMessage(text);
  said_.push_back(text);
  if (said_.size() > kMost)
    said_.pop_front();
}

} // namespace fsfind::watch
