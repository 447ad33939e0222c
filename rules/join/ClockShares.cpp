#include "rules/join/ClockShares.h"

#include "rules/model/Fingerprint.h"

#include <algorithm>

namespace fsfind {

namespace {

/// Whether they are about the same data. The rule is left out: a clock tells less of how data are
/// shared.
bool areOfSameData(const FindingIdentity &one, const FindingIdentity &other) {
  const bool common =
      std::any_of(one.members.begin(), one.members.end(),
                  [&](const std::string &member) { return other.members.contains(member); });
  return one.subject == other.subject && one.file == other.file &&
         (common || (one.members.empty() && other.members.empty() && !one.subject.empty()));
}

} // namespace

void addClockShares(std::vector<Finding> &findings, const std::vector<Finding> &by_clock) {
  std::vector<FindingIdentity> of_clock;
  for (const Finding &one : by_clock)
    of_clock.push_back(identityOf(one));
  for (Finding &finding : findings) {
    const FindingIdentity identity = identityOf(finding);
    const auto same =
        std::find_if(of_clock.begin(), of_clock.end(),
                     [&](const FindingIdentity &other) { return areOfSameData(identity, other); });
    if (same != of_clock.end())
      finding.cost.clock_share =
          by_clock[static_cast<std::size_t>(same - of_clock.begin())].cost.share;
  }
}

} // namespace fsfind
