#include "cli/report/review/ReviewEdits.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace fsfind::report {

namespace {

using Position = std::pair<std::uint32_t, std::uint32_t>; // line, column

Position begin(const Edit &edit) {
  return {edit.line, edit.column};
}
Position end(const Edit &edit) {
  return {edit.end_line, edit.end_column};
}

/// Whether the edits overlap or are adjacent. Then the result can depend on which is applied first:
/// tools disagree on text inserted where another edit begins or ends.
bool touch(const Edit &a, const Edit &b) {
  return a.file == b.file && begin(a) <= end(b) && begin(b) <= end(a);
}

bool conflicts(const std::vector<Edit> &edits, const std::vector<Edit> &others) {
  return std::any_of(edits.begin(), edits.end(), [&](const Edit &edit) {
    return std::any_of(others.begin(), others.end(),
                       [&](const Edit &other) { return edit != other && touch(edit, other); });
  });
}

/// Those of `edits` that are not among `known`, each once.
std::vector<Edit> newOf(const std::vector<Edit> &edits, const std::vector<Edit> &known) {
  std::vector<Edit> result;
  for (const Edit &edit : edits)
    if (std::find(known.begin(), known.end(), edit) == known.end() &&
        std::find(result.begin(), result.end(), edit) == result.end())
      result.push_back(edit);
  return result;
}

} // namespace

std::vector<std::vector<Edit>> compatibleEdits(const std::vector<Finding> &findings) {
  std::vector<std::vector<Edit>> result;
  std::vector<Edit> taken;
  for (const Finding &finding : findings) {
    std::vector<Edit> edits;
    if (!conflicts(finding.edits(), taken))
      edits = newOf(finding.edits(), taken);
    taken.insert(taken.end(), edits.begin(), edits.end());
    result.push_back(std::move(edits));
  }
  return result;
}

std::optional<Edit> asOneEdit(std::vector<Edit> edits, const SourceTexts &texts) {
  edits = newOf(edits, {});
  if (edits.size() < 2)
    return edits.empty() ? std::nullopt : std::optional(edits.front());
  std::sort(edits.begin(), edits.end(),
            [](const Edit &a, const Edit &b) { return begin(a) < begin(b); });
  const SourceText *text = texts.of(edits.front().file);
  if (!text)
    return std::nullopt;
  Edit one = edits.front();
  for (std::size_t i = 1; i < edits.size(); ++i) {
    const Edit &next = edits[i];
    const auto from = text->offset(one.end_line, one.end_column);
    const auto to = text->offset(next.line, next.column);
    if (next.file != one.file || touch(one, next) || !from || !to)
      return std::nullopt;
    one.text += std::string(text->bytes().substr(*from, *to - *from)) + next.text;
    one.end_line = next.end_line;
    one.end_column = next.end_column;
  }
  return one;
}

std::optional<ChangedLines> changedLines(const Edit &edit, const SourceTexts &texts) {
  const SourceText *text = texts.of(edit.file);
  const auto from = text ? text->offset(edit.line, edit.column) : std::nullopt;
  const auto to = text ? text->offset(edit.end_line, edit.end_column) : std::nullopt;
  if (!from || !to || *to < *from)
    return std::nullopt;
  const std::size_t first = *from - (edit.column - 1);
  const std::size_t end = *to - (edit.end_column - 1) + text->line(edit.end_line).size();
  const std::string before(text->bytes().substr(first, end - first));
  std::string after = before;
  after.replace(*from - first, *to - *from, edit.text);
  return ChangedLines{before, std::move(after)};
}

} // namespace fsfind::report
