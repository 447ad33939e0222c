#pragma once

#include "rules/model/Expected.h"
#include "rules/model/Finding.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Applies the edits of findings to texts.
namespace fsfind::fix {

/// Order by the place where an edit begins, then by where it ends and by its text.
[[nodiscard]] bool comesBefore(const Edit &a, const Edit &b);

/// Whether both change the same place of a file, and differently. Lines that both insert there do
/// not collide.
[[nodiscard]] bool collide(const Edit &a, const Edit &b);

/// The lines of a text, with their newlines; the last may have none.
[[nodiscard]] std::vector<std::string_view> linesOf(std::string_view text);

/// Whether all of the edit's lines and columns exist in the text of these lines.
[[nodiscard]] bool fits(const std::vector<std::string_view> &lines, const Edit &edit);

/// How many places of one file a reader of the diff sees changed: edits of the same lines are one.
/// The edits must be sorted by comesBefore().
[[nodiscard]] std::size_t placesEdited(const std::vector<Edit> &edits);

/// The text with the edits applied. `text` begins with line `first_line` of the file. The edits
/// must fit, be sorted by comesBefore(), and not collide.
[[nodiscard]] std::string edited(std::string_view text, const std::vector<Edit> &edits,
                                 std::uint32_t first_line = 1);

} // namespace fsfind::fix
