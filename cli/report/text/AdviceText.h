#pragma once

#include "cli/terminal/Traits.h"
#include "rules/model/Finding.h"

#include <cstdint>
#include <string>

namespace fsfind::report {

/// `24 → 128 bytes each, 3 of them: 312 bytes more`; empty where sizes are unknown.
[[nodiscard]] std::string priceText(const Advice &advice, bool utf8);

/// Why and at what price: `'a' is written by f: …; 24 → 128 bytes each`.
[[nodiscard]] std::string adviceText(const Advice &advice, bool utf8);

/// `insert 'alignas(64) '`; whole lines are counted, for `fsfind fix` shows them.
[[nodiscard]] std::string editText(const Edit &edit);

/// The record before and after, side by side where there is room: a row a member (what nobody is
/// seen to write is drawn together), padding told, ruled where a cacheline ends. Then the example
/// where there are no edits. Every line begins with `gutter` and ends with a newline.
[[nodiscard]] std::string layoutText(const Advice &advice, std::uint32_t line_size,
                                     const cli::Traits &traits, const std::string &gutter);

} // namespace fsfind::report
