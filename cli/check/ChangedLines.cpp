#include "cli/check/ChangedLines.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace fsfind::check {

namespace {

std::optional<std::uint32_t> takeNumber(std::string_view &text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc())
    return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

/// `@@ -12,3 +14,2 @@`: the lines that are there now.
std::optional<LineRange> rangeOf(std::string_view header) {
  const std::size_t plus = header.find(" +");
  if (plus == std::string_view::npos)
    return std::nullopt;
  header.remove_prefix(plus + 2);
  const auto first = takeNumber(header);
  std::optional<std::uint32_t> count = 1;
  if (header.starts_with(",")) {
    header.remove_prefix(1);
    count = takeNumber(header);
  }
  if (!first || !count || *count > UINT32_MAX - *first)
    return std::nullopt;
  if (*count == 0) // lines were removed behind `first`
    return LineRange{std::max(*first, 1U), *first + 1};
  return LineRange{*first, *first + *count - 1};
}

/// A path as git writes it: in quotes, with C's escapes, where it has unusual characters
/// (core.quotePath in git-config(1)).
std::string unquoted(std::string_view path) {
  if (path.size() < 2 || path.front() != '"' || path.back() != '"')
    return std::string(path);
  path = path.substr(1, path.size() - 2);
  std::string text;
  for (std::size_t at = 0; at < path.size(); ++at) {
    if (path[at] != '\\' || at + 1 == path.size()) {
      text += path[at];
      continue;
    }
    constexpr std::string_view kLetters = "abtnvfr", kMeant = "\a\b\t\n\v\f\r";
    constexpr std::size_t kOctalDigits = 3;
    const char escaped = path[++at];
    std::uint32_t byte = 0;
    if (const std::size_t letter = kLetters.find(escaped); letter != std::string_view::npos) {
      text += kMeant[letter];
    } else if (const auto octal = path.substr(at, kOctalDigits);
               octal.size() == kOctalDigits &&
               std::from_chars(octal.data(), octal.data() + kOctalDigits, byte, 8).ptr ==
                   octal.data() + kOctalDigits) {
      text += static_cast<char>(byte);
      at += kOctalDigits - 1;
    } else {
      text += escaped;
    }
  }
  return text;
}

using LinesOf = std::function<const std::vector<LineRange> *(const std::string &file)>;

bool isIn(const Place &place, const LinesOf &changed) {
  const std::vector<LineRange> *lines = place.line == 0 ? nullptr : changed(place.file);
  return lines && std::any_of(lines->begin(), lines->end(), [&](const LineRange &range) {
           return place.line >= range.first && place.line <= range.last;
         });
}

} // namespace

ChangedLines changedLines(std::string_view diff, const std::string &root) {
  constexpr std::string_view kFile = "+++ ", kHunk = "@@ ";
  ChangedLines changed;
  std::string path;
  bool in_header = false; // a changed line may itself begin with +++ or @@
  while (!diff.empty()) {
    std::string_view line = diff.substr(0, diff.find('\n'));
    diff.remove_prefix(std::min(diff.size(), line.size() + 1));
    if (line.starts_with("diff --git ")) {
      in_header = true;
      path.clear();
    } else if (in_header && line.starts_with(kFile)) {
      line.remove_prefix(kFile.size());
      line = line.substr(0, line.find('\t')); // behind a name with blanks
      path = line == "/dev/null" ? std::string() : root + "/" + unquoted(line);
      in_header = false;
    } else if (!in_header && !path.empty() && line.starts_with(kHunk)) {
      if (const auto range = rangeOf(line))
        changed[path].push_back(*range);
    }
  }
  return changed;
}

bool touches(const Finding &finding, const LinesOf &changed) {
  return isIn(finding.location, changed) ||
         std::any_of(finding.members.begin(), finding.members.end(),
                     [&](const FindingMember &member) { return isIn(member.declared, changed); }) ||
         std::any_of(finding.related.begin(), finding.related.end(),
                     [&](const RelatedPlace &related) { return isIn(related.place, changed); });
}

} // namespace fsfind::check
