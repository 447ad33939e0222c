#pragma once

#include "rules/model/NumberText.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fsfind::cli {

/// Bytes of the well-formed UTF-8 character at the start of `text`, which is not empty; 0 if there
/// is none.
[[nodiscard]] std::size_t characterLength(std::string_view text);

/// Columns that UTF-8 text takes, one a code point.
[[nodiscard]] std::size_t displayWidth(std::string_view text);

/// Text from a recording or an ELF file made fit for a terminal: control characters (escape
/// sequences among them) and broken UTF-8, or all that is not ASCII without `utf8`, become `?`.
[[nodiscard]] std::string printable(std::string_view text, bool utf8);

/// The first `columns` columns.
[[nodiscard]] std::string clipped(std::string_view text, std::size_t columns);

/// Filled with blanks up to `columns`, on the right or on the left.
[[nodiscard]] std::string padded(std::string_view text, std::size_t columns);
[[nodiscard]] std::string paddedLeft(std::string_view text, std::size_t columns);

/// The part of a member path from where it leaves `other`'s: `[1].value` beside `lanes[0].value`.
[[nodiscard]] std::string_view differingPart(std::string_view path, std::string_view other);

/// Leaves out the middle: both ends of a name tell names apart.
[[nodiscard]] std::string shortenedMiddle(std::string_view text, std::size_t columns, bool utf8);

/// A C++, Rust or Go name: template and function arguments go first, the longest first, then the
/// middle.
[[nodiscard]] std::string shortenedName(std::string_view name, std::size_t columns, bool utf8);

/// A path: leading folders go first.
[[nodiscard]] std::string shortenedPath(std::string_view path, std::size_t columns, bool utf8);

/// `a, b, c`
[[nodiscard]] std::string joined(const std::vector<std::string> &parts,
                                 std::string_view separator = ", ");

/// Breaks at blanks into lines of at most `columns`; a longer word stays whole.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t columns);

using fsfind::counted;
using fsfind::grouped;
using fsfind::percentage;

} // namespace fsfind::cli
