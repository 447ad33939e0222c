#include "cli/check/Suppressions.h"

#include "cli/check/Files.h"

#include <algorithm>
#include <fnmatch.h>
#include <sstream>

namespace fsfind::check {

namespace {

/// After a marker: nothing, which means every rule, or a list in parentheses.
bool listHolds(std::string_view text, const std::string &rule) {
  if (text.empty() || text.front() != '(')
    return true;
  std::istringstream list(std::string(text.substr(1, text.find(')') - 1)));
  for (std::string glob; std::getline(list, glob, ',');) {
    glob.erase(0, glob.find_first_not_of(" \t"));
    glob.erase(glob.find_last_not_of(" \t") + 1);
    if (matchesGlob(glob, rule))
      return true;
  }
  return false;
}

/// The marker as a word of its own: NOLINT is not NOLINTNEXTLINE.
bool marks(const std::string &line, std::string_view marker, const std::string &rule) {
  for (std::size_t at = line.find(marker); at != std::string::npos;
       at = line.find(marker, at + 1)) {
    const std::string_view rest = std::string_view(line).substr(at + marker.size());
    const bool word = rest.empty() || std::isalnum(static_cast<unsigned char>(rest.front())) == 0;
    if (word && listHolds(rest, rule))
      return true;
  }
  return false;
}

} // namespace

bool matchesGlob(std::string_view glob, std::string_view text) {
  return fnmatch(std::string(glob).c_str(), std::string(text).c_str(), 0) == 0;
}

const std::vector<std::string> &Suppressions::linesOf(const std::string &file) {
  const auto [at, added] = files_.try_emplace(file);
  if (added) {
    std::istringstream text(readFile(file).value_or(""));
    for (std::string line; std::getline(text, line);)
      at->second.push_back(std::move(line));
  }
  return at->second;
}

const std::string &Suppressions::line(const std::string &file, std::uint32_t number) {
  static const std::string kNone;
  const auto &lines = linesOf(file);
  return number == 0 || number > lines.size() ? kNone : lines[number - 1];
}

bool Suppressions::at(const Place &place, const std::string &rule) {
  if (!place.known())
    return false;
  if (marks(line(place.file, place.line), "NOLINT", rule) ||
      marks(line(place.file, place.line - 1), "NOLINTNEXTLINE", rule))
    return true;
  const auto &lines = linesOf(place.file);
  int open = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(place.line, lines.size()); ++i) {
    open += marks(lines[i], "NOLINTBEGIN", rule) ? 1 : 0;
    open -= open > 0 && marks(lines[i], "NOLINTEND", rule) ? 1 : 0;
  }
  return open > 0;
}

bool Suppressions::silences(const Finding &finding) {
  return at(finding.location, finding.rule) ||
         std::any_of(
             finding.members.begin(), finding.members.end(),
             [&](const FindingMember &member) { return at(member.declared, finding.rule); });
}

} // namespace fsfind::check
