#include "rules/remedy/source/Advise.h"

#include "rules/remedy/source/AdviceCase.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace fsfind {

namespace {

/// In the order of preference among those of one kind.
constexpr std::array kRemedies = {
    leaveAlone,      countLocally, separateMembers, alignElements, alignVariables,
    alignAllocation, onePerThread, shard,           placePages,    removePadding,
};

/// Advice to leave the finding alone comes first, and other advice then loses its edits; next comes
/// advice with edits.
int rank(const Advice &advice) {
  if (advice.remedy == Remedy::LeaveAlone)
    return 0;
  return advice.edits.empty() ? 2 : 1;
}

} // namespace

std::vector<Advice> advise(const Facts &facts, const Roles &roles, const Finding &finding,
                           std::uint32_t line_size) {
  const AdviceCase at{facts, roles, finding, line_size};
  std::vector<Advice> all;
  for (const auto &remedy : kRemedies) {
    std::vector<Advice> some = remedy(at);
    std::move(some.begin(), some.end(), std::back_inserter(all));
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Advice &a, const Advice &b) { return rank(a) < rank(b); });
  if (!all.empty() && all.front().remedy == Remedy::LeaveAlone)
    for (Advice &one : all)
      one.edits.clear();
  return all;
}

} // namespace fsfind
