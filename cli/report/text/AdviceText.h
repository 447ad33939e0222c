#pragma once

#include "cli/terminal/Characters.h"
#include "cli/terminal/Traits.h"
#include "rules/model/Finding.h"

#include <cstdint>
#include <string>

namespace fsfind::report {

/// `24 → 128 bytes each, 3 of them: 312 bytes more`; empty if sizes are unknown.
[[nodiscard]] std::string priceText(const Advice &advice, bool utf8);

/// The reason and the price: `'a' is written by f: …; 24 → 128 bytes each`.
[[nodiscard]] std::string adviceText(const Advice &advice, bool utf8);

/// `insert 'alignas(64) '`. Of edits of whole lines it only gives the number of lines; `fsfind fix`
/// shows them.
[[nodiscard]] std::string editText(const Edit &edit);

/// Draws the record before and after, side by side if there is room, unless nothing moves: a row
/// for each member (several without known writers may share one), padding, and a rule where a
/// cacheline ends. If there are no edits, the example follows. Every line begins with `gutter` and
/// ends with a newline. `measure`: by what rows are fitted and aligned.
[[nodiscard]] std::string layoutText(const Advice &advice, std::uint32_t line_size,
                                     const cli::Traits &traits, const std::string &gutter,
                                     const cli::Measure &measure = cli::kByColumns);

} // namespace fsfind::report
