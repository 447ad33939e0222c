#pragma once

#include "rules/model/Expected.h"
#include "rules/model/Finding.h"

#include <string>
#include <string_view>
#include <vector>

/// Edits of findings, as changes to files.
namespace fsfind::fix {

/// From a file's begin to its end; of two at one place, either.
[[nodiscard]] bool comesBefore(const Edit &a, const Edit &b);

/// Both change one place, and not to the same.
[[nodiscard]] bool collide(const Edit &a, const Edit &b);

/// The edit's places are in the text: no line, no column beyond its ends.
[[nodiscard]] bool fits(std::string_view text, const Edit &edit);

/// Lines with their newlines; the last may have none.
[[nodiscard]] std::vector<std::string_view> linesOf(std::string_view text);

/// `text` begins with line `first_line` of the file. The edits fit, are sorted by comesBefore(),
/// and none collides with another.
[[nodiscard]] std::string edited(std::string_view text, const std::vector<Edit> &edits,
                                 std::uint32_t first_line = 1);

} // namespace fsfind::fix
