#pragma once

#include "rules/model/NumberText.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fsfind::cli {

/// Length in bytes of the UTF-8 character at the start of `text`, which is not empty; 0 if it is
/// not well-formed.
[[nodiscard]] std::size_t characterLength(std::string_view text);

/// Columns that UTF-8 text needs on a terminal (CharacterColumns.h).
[[nodiscard]] std::size_t displayWidth(std::string_view text);

/// Text from a recording, an ELF file or a source, safe to show: control characters (which begin
/// escape sequences), marks that change the direction of writing, broken UTF-8 and, without `utf8`,
/// all that is not ASCII become `?`, and so does a character of what in a log is a command to those
/// who run jobs (`::error::`, `##[`).
[[nodiscard]] std::string printable(std::string_view text, bool utf8);
/// The same for text of several lines: newlines and tabs stay, and carriage returns before newlines
/// are left out.
[[nodiscard]] std::string printableLines(std::string_view text, bool utf8 = true);

/// The first `columns` columns; one less where a wide character would begin in the last.
[[nodiscard]] std::string clipped(std::string_view text, std::size_t columns);

/// The text filled up with blanks to `columns`, on the right or on the left.
[[nodiscard]] std::string padded(std::string_view text, std::size_t columns);
[[nodiscard]] std::string paddedLeft(std::string_view text, std::size_t columns);

/// The end of a member path, from the first name or index that differs from `other`: `[1].value`
/// for `lanes[1].value` and `lanes[0].value`.
[[nodiscard]] std::string_view differingPart(std::string_view path, std::string_view other);

/// Shortens to `columns` by leaving out the middle, since names often differ at their ends.
[[nodiscard]] std::string shortenedMiddle(std::string_view text, std::size_t columns, bool utf8);

/// Shortens a C++, Rust or Go name: first the arguments of templates and functions are left out,
/// the longest first, then the middle.
[[nodiscard]] std::string shortenedName(std::string_view name, std::size_t columns, bool utf8);

/// Shortens a path: leading folders are left out first.
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
