#include "rules/model/Finding.h"

#include "rules/model/RuleIds.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace fsfind {

namespace {

/// Rules about equal parts that different threads use, or about an object that all threads use: in
/// the source one thread entry stands for all these threads.
bool partsAreAlike(std::string_view rule) {
  return rule == kRulePerThreadSlots || rule == kRulePartitionEdges || rule == kRuleContendedAtomic;
}

bool isOnlyRead(const Finding &finding, const std::set<std::string> &writers) {
  return std::any_of(finding.members.begin(), finding.members.end(), [&](const auto &member) {
    return std::any_of(member.readers.begin(), member.readers.end(),
                       [&](const std::string &reader) { return !writers.contains(reader); });
  });
}

} // namespace

std::string explained(const Advice &advice) {
  return advice.obstacle.empty() ? advice.why : advice.why + "; no edit, for " + advice.obstacle;
}

const Advice *Finding::editing() const {
  const auto found = std::find_if(advice.begin(), advice.end(),
                                  [](const Advice &one) { return !one.edits.empty(); });
  return found == advice.end() ? nullptr : &*found;
}

const std::vector<Edit> &Finding::edits() const {
  static const std::vector<Edit> none;
  const Advice *found = editing();
  return found == nullptr ? none : found->edits;
}

void Finding::setTried(EditTrial trial) {
  if (const Advice *found = editing())
    advice[static_cast<std::size_t>(found - advice.data())].tried = trial;
}

std::size_t countOf(const std::vector<Finding> &findings, Verdict verdict) {
  return static_cast<std::size_t>(
      std::count_if(findings.begin(), findings.end(),
                    [&](const Finding &finding) { return finding.verdict == verdict; }));
}

double FindingCost::waited() const {
  return std::min(1.0, (share ? share->value : 0) + (store_share ? store_share->value : 0));
}

double FindingCost::endingPart(Sharing sharing) const {
  const bool apart = sharing == Sharing::False || sharing == Sharing::Mixed;
  return apart && false_part ? false_part->share : 1;
}

std::optional<Conflict> conflictOf(const Finding &finding) {
  std::set<std::string> writers;
  for (const FindingMember &member : finding.members)
    writers.insert(member.writers.begin(), member.writers.end());
  if (writers.empty() || finding.sharing == Sharing::FirstTouch)
    return std::nullopt;
  if (writers.size() > 1)
    return Conflict::WriteWrite;
  // A measured writer is one thread; a latent one is a thread entry, which several threads may run.
  const bool many = finding.verdict == Verdict::Latent &&
                    (partsAreAlike(finding.rule) || !isOnlyRead(finding, writers));
  return many ? Conflict::WriteWrite : Conflict::ReadWrite;
}

} // namespace fsfind
