#pragma once

#include "rules/model/Expected.h"

#include <cstddef>
#include <string_view>
#include <termios.h>

namespace fsfind::cli {

/// The terminal's alternate screen, which leaves what was there before untouched, without cursor
/// and echo (sequences: XTerm Control Sequences, "The Alternate Screen Buffer"). Restored at the
/// end, also if a signal such as SIGSEGV ends the program. There must be only one at a time.
class Screen {
public:
  Screen();
  ~Screen();
  Screen(const Screen &) = delete;
  Screen &operator=(const Screen &) = delete;

  /// Whether standard input and output are the terminal that this process is in the foreground of,
  /// and it understands the sequences.
  [[nodiscard]] static bool possible();

  /// Replaces what is shown by at most `height` lines, without clearing the screen before: each
  /// line is overwritten, so nothing flickers. 0 = all lines.
  [[nodiscard]] Expected<void> draw(std::string_view text, std::size_t height);
};

} // namespace fsfind::cli
