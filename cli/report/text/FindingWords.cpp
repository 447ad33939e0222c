#include "cli/report/text/FindingWords.h"

#include "cli/report/text/TextWords.h"
#include "cli/terminal/Text.h"
#include "rules/compare/SharedData.h"

#include <fmt/format.h>

#include <algorithm>

namespace fsfind::report {

namespace {

constexpr std::size_t kNamesShown = 4;

/// Whether it is a thread id, as in recordings, and not the name of a thread entry.
bool isThreadId(const std::string &user) {
  return !user.empty() && user.find_first_not_of("0123456789") == std::string::npos;
}

std::string someOf(const std::vector<std::string> &names) {
  if (names.size() <= kNamesShown + 1)
    return cli::joined(names);
  const std::vector<std::string> first(names.begin(), names.begin() + kNamesShown);
  return fmt::format("{} and {} more", cli::joined(first), names.size() - kNamesShown);
}

std::string namedMembers(const Finding &finding, const std::string &label) {
  std::vector<std::string> names;
  for (const FindingMember &member : finding.members)
    names.push_back(names.size() == kNamesShown      ? "..."
                    : isWholeObject(finding, member) ? label
                                                     : memberName(finding, member));
  names.resize(std::min(names.size(), kNamesShown + 1));
  return names.size() == 1 ? names.front() : "{" + cli::joined(names) + "}";
}

} // namespace

std::string dataText(const Finding &finding) {
  const std::string label = familyLabel(finding.object);
  if (finding.members.empty())
    return label.empty() ? placeText(finding.location) : label;
  const std::string members = namedMembers(finding, label);
  if (namesObjects(finding) || finding.members.front().path.starts_with('['))
    return members;
  if (label.empty())
    return finding.record ? finding.record->name + "." + members : members;
  return memberLabel(finding.object, label, members);
}

std::string usersText(const std::vector<std::string> &users) {
  const bool ids = !users.empty() && std::all_of(users.begin(), users.end(), isThreadId);
  const std::string_view noun = !ids ? "" : users.size() == 1 ? "thread " : "threads ";
  return std::string(noun) + someOf(users);
}

std::string memberName(const Finding &finding, const FindingMember &member) {
  return (member.path.starts_with('[') ? finding.object.name : "") + member.path;
}

std::string memberText(const Finding &finding, const FindingMember &member) {
  std::vector<std::string> parts = {fmt::format("offset {}", member.offset)};
  if (member.size != 0)
    parts[0] += fmt::format(", {}", counted(member.size, "byte"));
  if (!member.writers.empty())
    parts.push_back("written by " + usersText(member.writers));
  if (!member.readers.empty())
    parts.push_back("read by " + usersText(member.readers));
  return fmt::format("{} is declared here: {}", memberName(finding, member),
                     cli::joined(parts, "; "));
}

bool declaresMember(const Finding &finding, const Place &place) {
  return std::any_of(finding.members.begin(), finding.members.end(),
                     [&](const FindingMember &member) { return member.declared == place; });
}

} // namespace fsfind::report
