#pragma once

#include "cli/terminal/Environment.h"

#include <cstddef>
#include <cstdint>

namespace fsfind::cli {

enum class ColorChoice : std::uint8_t { Auto, Always, Never };

/// The least width, in columns, that text is made for; on narrower terminals lines wrap.
inline constexpr std::size_t kMinWidth = 40;
/// Width in columns if the output is not a terminal.
inline constexpr std::size_t kFileWidth = 120;

/// What the output can show.
struct Traits {
  bool terminal = false;
  bool color = false;
  bool utf8 = false;
  std::size_t width = kFileWidth;
  std::size_t height = 0; ///< lines; 0 = not limited
};

/// Auto: CLICOLOR_FORCE other than 0 wins (https://bixense.com/clicolors), then a non-empty
/// NO_COLOR forbids (https://no-color.org), then a terminal that is not TERM=dumb has colour.
[[nodiscard]] bool wantsColor(ColorChoice choice, bool terminal, const Environment &environment);

/// The traits of an open descriptor, or of a file that is yet to be made (-1).
[[nodiscard]] Traits traitsOf(int descriptor, ColorChoice choice, const Environment &environment);

} // namespace fsfind::cli
