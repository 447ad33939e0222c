#include "cli/report/text/FindingWords.h"

#include "cli/terminal/Text.h"

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

} // namespace

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
