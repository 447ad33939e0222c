#include "rules/model/NoLint.h"

#include "rules/model/PrimaryPlace.h"
#include "rules/model/TextParts.h"

#include <algorithm>

namespace fsfind {

namespace {

constexpr std::string_view kWord = "NOLINT";

bool isLetter(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

struct Comment {
  std::string_view kind; ///< what follows the word NOLINT
  std::string_view list; ///< in the parentheses; `*` if there are none
  std::uint32_t line = 0;
};

/// The text in the parentheses that open at `at`; `*` if none open there or they do not close on
/// the same line.
std::string_view listAt(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '(')
    return "*";
  const std::size_t end = text.find_first_of("\n)", at);
  return end == std::string_view::npos || text[end] == '\n' ? "*"
                                                            : text.substr(at + 1, end - at - 1);
}

std::vector<Comment> commentsIn(std::string_view text) {
  std::vector<Comment> found;
  std::uint32_t line = 1;
  std::size_t counted = 0;
  for (std::size_t at = text.find(kWord); at != std::string_view::npos;
       at = text.find(kWord, at + kWord.size())) {
    std::size_t end = at + kWord.size();
    while (end < text.size() && isLetter(text[end]))
      ++end;
    line += static_cast<std::uint32_t>(
        std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                   text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    counted = at;
    found.push_back(
        {text.substr(at + kWord.size(), end - at - kWord.size()), listAt(text, end), line});
  }
  return found;
}

std::vector<std::string> globsOf(std::string_view list) {
  std::vector<std::string> globs;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    if (const auto glob = trimmed(list.substr(begin, end - begin)); !glob.empty())
      globs.emplace_back(glob);
    begin = end + 1;
  }
  return globs;
}

} // namespace

NoLint::NoLint(std::string_view text) {
  std::vector<Comment> open;
  for (const Comment &comment : commentsIn(text)) {
    if (comment.kind.empty())
      spans_.push_back({comment.line, comment.line, globsOf(comment.list)});
    else if (comment.kind == "NEXTLINE")
      spans_.push_back({comment.line + 1, comment.line + 1, globsOf(comment.list)});
    else if (comment.kind == "BEGIN")
      open.push_back(comment);
    else if (comment.kind == "END" && !open.empty() && open.back().list == comment.list) {
      spans_.push_back({open.back().line, comment.line, globsOf(comment.list)});
      open.pop_back();
    }
  }
}

bool NoLint::silences(std::uint32_t line, std::string_view rule) const {
  return std::any_of(spans_.begin(), spans_.end(), [&](const Span &span) {
    return span.first <= line && line <= span.last &&
           std::any_of(span.globs.begin(), span.globs.end(),
                       [&](const std::string &glob) { return matchesGlob(glob, rule); });
  });
}

bool isSilenced(const Finding &finding,
                const std::function<const NoLint *(const std::string &file)> &at) {
  const auto silent = [&](const Place &place) {
    const NoLint *comments = place.known() ? at(place.file) : nullptr;
    return comments && comments->silences(place.line, finding.rule);
  };
  return silent(finding.location) || silent(primaryPlace(finding)) ||
         std::any_of(finding.members.begin(), finding.members.end(),
                     [&](const FindingMember &member) { return silent(member.declared); });
}

/// After a mismatch only the last star has to be tried again with more text; the earlier ones need
/// not.
bool matchesGlob(std::string_view glob, std::string_view text) {
  std::size_t at = 0, star = std::string_view::npos, from = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (at < glob.size() && glob[at] == '*') {
      star = at++;
      from = i;
    } else if (at < glob.size() && (glob[at] == '?' || glob[at] == text[i])) {
      ++at;
      ++i;
    } else if (star != std::string_view::npos) {
      at = star + 1;
      i = ++from;
    } else {
      return false;
    }
  }
  return glob.find_first_not_of('*', at) == std::string_view::npos;
}

} // namespace fsfind
