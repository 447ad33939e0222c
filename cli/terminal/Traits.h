#pragma once

#include "cli/terminal/Environment.h"

#include <cstddef>
#include <cstdint>

namespace fsfind::cli {

enum class ColorChoice : std::uint8_t { Auto, Always, Never };

/// Narrower terminals get lines that wrap.
inline constexpr std::size_t kMinWidth = 80;
/// Where output is not a terminal.
inline constexpr std::size_t kFileWidth = 120;

/// What the place that text goes to can show.
struct Traits {
  bool terminal = false;
  bool color = false;
  bool utf8 = false;
  std::size_t width = kFileWidth;
  std::size_t height = 0; ///< 0 = endless
};

/// Auto: CLICOLOR_FORCE other than 0 wins (https://bixense.com/clicolors), then a non-empty
/// NO_COLOR forbids (https://no-color.org), then a terminal that is not TERM=dumb has colour.
[[nodiscard]] bool wantsColor(ColorChoice choice, bool terminal, const Environment &environment);

/// `descriptor` is where the text will go; -1 means a file still to be made.
[[nodiscard]] Traits traitsOf(int descriptor, ColorChoice choice, const Environment &environment);

} // namespace fsfind::cli
