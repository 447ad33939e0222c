#include "cli/fix/FindingMatch.h"

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
    if (!matched[i])
      others.push_back(found[i]);
  return others;
}

} // namespace fsfind::fix
