#pragma once

#include "rules/model/Facts.h"
#include "rules/model/Finding.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// Places of facts hold in the contents that the facts were gathered from, and in no others.
namespace fsfind::check {

/// Hashes of files' contents by the paths that facts have; 0 = not known.
using Contents = std::map<std::string, std::uint64_t, std::less<>>;
[[nodiscard]] Contents contentsOf(const Facts &facts);

/// Whether `text` is what the facts say of the file.
[[nodiscard]] bool isAsRead(const Contents &contents, std::string_view path, std::string_view text);

/// Takes edits of advice back where a file that they change is not as it was read; what is not on
/// this machine is taken as the facts have it. Returns the files that changed, each once; places
/// are paths as facts have them.
std::vector<std::string> dropStaleEdits(std::vector<Finding> &findings, const Facts &facts);

} // namespace fsfind::check
