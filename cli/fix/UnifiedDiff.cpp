#include "cli/fix/UnifiedDiff.h"

#include "cli/check/Files.h"
#include <algorithm>
#include <fmt/format.h>

namespace fsfind::fix {

namespace {

constexpr std::size_t kContext = 3; ///< lines around a change

/// Lines [first, end) of the file, 0-based, and the text that replaces them.
struct Change {
  std::size_t first = 0, end = 0;
  std::string text;
};

/// The last line of the file that the edit changes; the line before the edit if it only adds whole
/// lines.
std::uint32_t lastLine(const Edit &edit) {
  const bool whole =
      edit.column == 1 && edit.end_column == 1 && (edit.text.empty() || edit.text.ends_with('\n'));
  return whole ? edit.end_line - 1 : edit.end_line;
}

std::vector<Change> changesOf(const FileChange &file, const std::vector<std::string_view> &lines) {
  std::vector<Change> changes;
  for (std::size_t i = 0; i < file.edits.size();) {
    std::size_t next = i;
    std::uint32_t last = 0;
    do
      last = std::max(last, lastLine(file.edits[next++]));
    while (next < file.edits.size() && file.edits[next].line <= last + 1);
    Change change{file.edits[i].line - 1, last, {}};
    std::string old;
    for (std::size_t at = change.first; at < change.end; ++at)
      old += lines[at];
    change.text = edited(old,
                         {file.edits.begin() + static_cast<std::ptrdiff_t>(i),
                          file.edits.begin() + static_cast<std::ptrdiff_t>(next)},
                         file.edits[i].line);
    changes.push_back(std::move(change));
    i = next;
  }
  return changes;
}

/// As git writes a file's name: in quotes, and with escapes, if a part of it would end it, add
/// lines to the patch, or be obeyed by a terminal. Blanks end it for patch.
std::string quotedName(const std::string &name) {
  const auto isSpecial = [](char letter) {
    return static_cast<unsigned char>(letter) < ' ' || letter == '\x7f' || letter == '"' ||
           letter == '\\';
  };
  if (std::none_of(name.begin(), name.end(),
                   [&](char letter) { return letter == ' ' || isSpecial(letter); }))
    return name;
  std::string quoted = "\"";
  for (const char letter : name)
    quoted += isSpecial(letter) ? fmt::format("\\{:03o}", static_cast<unsigned char>(letter))
                                : std::string(1, letter);
  return quoted + '"';
}

class Diff {
public:
  Diff(const FileChange &file, const std::string &name)
      : lines_(linesOf(file.before)), changes_(changesOf(file, lines_)),
        text_(fmt::format("--- {}\n+++ {}\n", quotedName("a/" + name), quotedName("b/" + name))) {}

  std::string text() {
    for (std::size_t i = 0; i < changes_.size();) {
      std::size_t next = i + 1;
      while (next < changes_.size() &&
             changes_[next].first <= changes_[next - 1].end + 2 * kContext)
        ++next;
      hunk(i, next);
      i = next;
    }
    return std::move(text_);
  }

private:
  void hunk(std::size_t first, std::size_t end) {
    const std::size_t begin = std::max(changes_[first].first, kContext) - kContext;
    const std::size_t stop = std::min(changes_[end - 1].end + kContext, lines_.size());
    std::size_t at = begin, added = 0;
    std::string body;
    for (std::size_t i = first; i < end; ++i) {
      unchanged(body, at, changes_[i].first);
      for (at = changes_[i].first; at < changes_[i].end; ++at)
        line(body, '-', lines_[at]);
      const auto fresh = linesOf(changes_[i].text);
      for (const std::string_view one : fresh)
        line(body, '+', one);
      added += fresh.size() + changes_[i].first - changes_[i].end; // may wrap around, and back
    }
    unchanged(body, at, stop);
    text_ += fmt::format("@@ -{},{} +{},{} @@\n", begin + 1, stop - begin, begin + 1 + shift_,
                         stop - begin + added) +
             body;
    shift_ += added;
  }

  void unchanged(std::string &body, std::size_t from, std::size_t to) const {
    for (std::size_t at = from; at < to; ++at)
      line(body, ' ', lines_[at]);
  }

  static void line(std::string &body, char sign, std::string_view text) {
    body += sign;
    body += text;
    if (!text.ends_with('\n'))
      body += "\n\\ No newline at end of file\n";
  }

  std::vector<std::string_view> lines_;
  std::vector<Change> changes_;
  std::string text_;
  std::size_t shift_ = 0; ///< lines that earlier hunks added; wraps around if they removed more
};

} // namespace

std::string unifiedDiff(const FileChange &file, const std::string &name) {
  return Diff(file, name).text();
}

std::string unifiedDiff(const Patch &patch, const std::string &folder) {
  std::string diff;
  const std::string root = check::repositoryRoot(folder);
  for (const FileChange &file : patch.files) {
    const std::string name = check::shownPath(file.path, root);
    diff += unifiedDiff(file, name.substr(name.starts_with('/')    ? 1
                                          : name.starts_with("./") ? 2 // see shownPath()
                                                                   : 0));
  }
  return diff;
}

} // namespace fsfind::fix
