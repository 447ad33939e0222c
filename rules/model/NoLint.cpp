#include "rules/model/NoLint.h"

#include "rules/model/PrimaryPlace.h"
#include "rules/model/TextParts.h"

#include <algorithm>
#include <iterator>

namespace fsfind {

namespace {

constexpr std::string_view kWord = "NOLINT";

bool isLetter(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

struct Comment {
  std::string_view kind; ///< what follows the word NOLINT
  /// In the parentheses; `*` if there are none, or they do not close on the same line.
  std::string_view list;
  std::uint32_t line = 0;
};

/// Each byte is looked at once, however many words and parentheses stand on a line.
std::vector<Comment> commentsIn(std::string_view text) {
  std::vector<Comment> found;
  std::uint32_t line = 1;
  std::size_t counted = 0, stop = 0; // the first line end or `)` behind where was last looked
  for (std::size_t at = text.find(kWord); at != std::string_view::npos;) {
    std::size_t end = at + kWord.size();
    while (end < text.size() && isLetter(text[end]))
      ++end;
    line += static_cast<std::uint32_t>(
        std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                   text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    counted = at;
    Comment comment{text.substr(at + kWord.size(), end - at - kWord.size()), "*", line};
    if (end < text.size() && text[end] == '(') {
      if (stop < end)
        stop = std::min(text.find_first_of("\n)", end), text.size());
      if (stop < text.size() && text[stop] == ')') {
        comment.list = text.substr(end + 1, stop - end - 1);
        end = stop;
      }
    }
    found.push_back(comment);
    at = text.find(kWord, end);
  }
  return found;
}

bool matchesOneOf(std::string_view list, std::string_view rule) {
  while (!list.empty())
    if (const auto glob = trimmed(takeUntil(list, ',')); !glob.empty() && matchesGlob(glob, rule))
      return true;
  return false;
}

} // namespace

NoLint::NoLint(std::string_view text) {
  std::vector<Comment> open;
  for (const Comment &comment : commentsIn(text)) {
    if (comment.kind.empty())
      spans_.push_back({comment.line, comment.line, std::string(comment.list)});
    else if (comment.kind == "NEXTLINE")
      spans_.push_back({comment.line + 1, comment.line + 1, std::string(comment.list)});
    else if (comment.kind == "BEGIN")
      open.push_back(comment);
    else if (comment.kind == "END" && !open.empty() && open.back().list == comment.list) {
      spans_.push_back({open.back().line, comment.line, std::string(comment.list)});
      open.pop_back();
    }
  }
}

NoLint::Lines NoLint::linesFor(std::string_view rule) const {
  Lines all, apart;
  for (const Span &span : spans_)
    if (matchesOneOf(span.list, rule))
      all.emplace_back(span.first, span.last);
  std::sort(all.begin(), all.end());
  for (const auto &lines : all)
    if (apart.empty() || apart.back().second < lines.first)
      apart.push_back(lines);
    else
      apart.back().second = std::max(apart.back().second, lines.second);
  return apart;
}

bool NoLint::silences(std::uint32_t line, std::string_view rule) const {
  auto known = silent_.find(rule);
  if (known == silent_.end())
    known = silent_.emplace(rule, linesFor(rule)).first;
  const auto behind =
      std::upper_bound(known->second.begin(), known->second.end(), std::pair(line, UINT32_MAX));
  return behind != known->second.begin() && line <= std::prev(behind)->second;
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
