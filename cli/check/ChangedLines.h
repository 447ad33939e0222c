#pragma once

#include "rules/model/Finding.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// Lines of files that a change touched.
namespace fsfind::check {

/// Lines of a file as it is now, 1-based, the last one included.
struct LineRange {
  std::uint32_t first = 1, last = UINT32_MAX;
  bool operator==(const LineRange &) const = default;
};

/// By path; a file of which lines were only removed has the lines around these.
using ChangedLines = std::map<std::string, std::vector<LineRange>>;

/// Reads what `git diff --unified=0 --no-prefix` prints; paths are below `root`. Deleted and binary
/// files are left out. The text may be hostile.
[[nodiscard]] ChangedLines changedLines(std::string_view diff, const std::string &root);

/// Whether one of the finding's places has changed: its own, those of its members, and related
/// ones. `changed` gives the lines of a file that did; null if none.
[[nodiscard]] bool
touches(const Finding &finding,
        const std::function<const std::vector<LineRange> *(const std::string &file)> &changed);

} // namespace fsfind::check
