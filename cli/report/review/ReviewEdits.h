#pragma once

#include "cli/report/review/SourceTexts.h"
#include "rules/model/Finding.h"

#include <optional>
#include <string>
#include <vector>

/// Prepares the edits of findings for tools that apply them.
namespace fsfind::report {

/// For each finding its edits, chosen so that all can be applied together. Edits that an earlier
/// finding has, too, are left out; a finding that would change the same bytes differently has none.
[[nodiscard]] std::vector<std::vector<Edit>> compatibleEdits(const std::vector<Finding> &findings);

/// One edit that replaces several of one file, including the text between them. Empty if they are
/// of several files, touch each other, or do not fit the file as it is now.
[[nodiscard]] std::optional<Edit> asOneEdit(std::vector<Edit> edits, const SourceTexts &texts);

/// The whole lines that an edit changes, before and after; without the last one's line ending.
struct ChangedLines {
  std::string before, after;
};
/// Empty if the edit does not fit the file as it is now.
[[nodiscard]] std::optional<ChangedLines> changedLines(const Edit &edit, const SourceTexts &texts);

} // namespace fsfind::report
