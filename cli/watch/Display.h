#pragma once

#include "cli/report/WatchReport.h"
#include "cli/terminal/Screen.h"
#include "cli/terminal/Traits.h"
#include "rules/model/Expected.h"

#include <cstddef>
#include <deque>
#include <memory>
#include <string>

namespace fsfind::watch {

enum class DisplayMode : std::uint8_t {
  Screen, ///< a live table on a terminal
  Blocks, ///< a block of text for each step
  Json,   ///< a line of JSON for each step
};

/// What a watch shows on standard output, and what it says on standard error.
class Display {
public:
  /// `rows`: objects in a block; 0 = all.
  Display(DisplayMode mode, cli::ColorChoice color, std::size_t rows, std::string version);
  /// Leaves the screen; then shows its last state and what was said meanwhile.
  ~Display();
  Display(const Display &) = delete;
  Display &operator=(const Display &) = delete;

  [[nodiscard]] Expected<void> show(const report::WatchReport &report);
  /// Shows what was shown last again, if that is a screen.
  [[nodiscard]] Expected<void> redraw(const report::WatchReport &report);
  /// A line on standard error; while there is a screen on the same terminal it waits.
  void say(const std::string &text);

private:
  [[nodiscard]] cli::Traits traits() const;

  DisplayMode mode_;
  cli::ColorChoice color_;
  std::size_t rows_;
  std::string version_;
  std::unique_ptr<cli::Screen> screen_;
  std::string last_;
  std::deque<std::string> said_; ///< that wait
};

} // namespace fsfind::watch
