#include "rules/remedy/recording/MeasuredCase.h"
#include "rules/remedy/recording/Reasons.h"

#include <fmt/format.h>

namespace fsfind {

/// Only for what is added to without a use of the sum: of anything else threads need the one value.
/// Without an example: a recording does not show how the sum is read.
std::vector<Advice> spreadMeasuredDatum(const MeasuredCase &at) {
  const Finding &finding = at.finding;
  if (!isOfSameBytes(finding) || finding.members.empty() ||
      finding.conflict != Conflict::WriteWrite || !isOnlyAddedTo(finding))
    return {};
  Advice one;
  one.remedy = Remedy::ShardPerCpu;
  one.why = fmt::format("threads meet at the same '{}', so that padding does not help, but they "
                        "only add to it and hardly ever read it: a counter for each CPU or thread, "
                        "on a cacheline of its own, and a reader that adds them up",
                        datumName(finding, finding.members.front()));
  return {std::move(one)};
}

} // namespace fsfind
