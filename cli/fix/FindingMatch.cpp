#include "cli/fix/FindingMatch.h"

#include "rules/model/RuleIds.h"

#include <algorithm>
#include <set>
#include <utility>

namespace fsfind::fix {

namespace {

/// A record without a name is called by its place, as in `unnamed struct at ring.c:12`.
std::string withoutLine(const std::string &name) {
  const std::size_t last = name.find_last_not_of("0123456789");
  const bool has_line = last != std::string::npos && last + 1 < name.size() && name[last] == ':';
  return has_line ? name.substr(0, last) : name;
}

std::set<std::string> membersOf(const Finding &finding) {
  std::set<std::string> paths;
  for (const FindingMember &member : finding.members)
    paths.insert(member.path);
  return paths;
}

/// Whether `finding` is what an edit has left of `whole`: several neighbours in a row are one
/// finding, which an edit between them divides.
bool isPartOf(const Finding &finding, const Finding &whole) {
  if (finding.rule != whole.rule || finding.location.file != whole.location.file ||
      finding.members.empty())
    return false;
  const std::set<std::string> all = membersOf(whole);
  return std::all_of(finding.members.begin(), finding.members.end(),
                     [&](const FindingMember &member) { return all.contains(member.path); });
}

/// Of variables, whose names tell that they are the same; members of two records may have the same.
bool isOfVariables(const Finding &finding) {
  return finding.rule == kRuleAdjacentGlobals;
}

bool isLeftOf(const Finding &finding, const std::vector<Finding> &known) {
  return isOfVariables(finding) &&
         std::any_of(known.begin(), known.end(),
                     [&](const Finding &whole) { return isPartOf(finding, whole); });
}

} // namespace

Subject subjectOf(const Finding &finding) {
  return {finding.rule, finding.location.file,
          withoutLine(finding.record ? finding.record->name : finding.object.name)};
}

Counts countsOf(const std::vector<Finding> &findings) {
  Counts counts;
  for (const Finding &finding : findings)
    ++counts[subjectOf(finding)];
  return counts;
}

std::vector<Finding> unmatched(const std::vector<Finding> &found,
                               const std::vector<Finding> &known) {
  Counts left = countsOf(known);
  std::set<std::pair<Subject, std::string>> said;
  for (const Finding &finding : known)
    said.emplace(subjectOf(finding), finding.message);
  std::vector<bool> matched(found.size());
  for (const bool by_message : {true, false})
    for (std::size_t i = 0; i < found.size(); ++i) {
      const Subject subject = subjectOf(found[i]);
      const auto count = left.find(subject);
      if (matched[i] || count == left.end() || count->second == 0 ||
          (by_message && !said.count({subject, found[i].message})))
        continue;
      --count->second;
      matched[i] = true;
    }
  std::vector<Finding> others;
  for (std::size_t i = 0; i < found.size(); ++i)
    if (!matched[i] && !isLeftOf(found[i], known))
      others.push_back(found[i]);
  return others;
}

} // namespace fsfind::fix
