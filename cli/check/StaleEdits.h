#pragma once

#include "rules/model/Facts.h"
#include "rules/model/Finding.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// Places in facts are valid only for the file contents that the facts were gathered from.
namespace fsfind::check {

/// Hashes of files' contents, by path as in the facts; 0 = not known.
using Contents = std::map<std::string, std::uint64_t, std::less<>>;
[[nodiscard]] Contents contentsOf(const Facts &facts);

/// Whether `text` is the content that the file had when its facts were gathered.
[[nodiscard]] bool isAsRead(const Contents &contents, std::string_view path, std::string_view text);

/// Removes the edits of an advice if a file that they change is not as it was read. A file that is
/// not on this machine counts as unchanged. Returns the files that changed, each once, by path as
/// in the facts.
std::vector<std::string> dropStaleEdits(std::vector<Finding> &findings, const Facts &facts);

} // namespace fsfind::check
