#pragma once

#include "cli/report/review/SourceTexts.h"
#include "rules/model/Finding.h"

#include <optional>
#include <string>
#include <vector>

/// Edits of findings, made fit for tools that apply them.
namespace fsfind::report {

/// For each finding its edits, such that all can be applied at once: what a finding before it
/// already does is left out, and a finding that would change the same bytes in another way has
/// none.
[[nodiscard]] std::vector<std::vector<Edit>> compatibleEdits(const std::vector<Finding> &findings);

/// The edits of one file as one, which takes in what stands between them; none if they are of
/// several files, touch each other, or do not fit the file as it is now.
[[nodiscard]] std::optional<Edit> asOneEdit(std::vector<Edit> edits, const SourceTexts &texts);

/// The lines an edit changes, whole, without the last one's end.
struct ChangedLines {
  std::string before, after;
};
/// None if the edit does not fit the file as it is now.
[[nodiscard]] std::optional<ChangedLines> changedLines(const Edit &edit, const SourceTexts &texts);

} // namespace fsfind::report
