#include "rules/advice/PagePlacement.h"
#include "rules/measured/MeasuredCase.h"
#include "rules/model/RuleIds.h"

namespace fsfind {

std::vector<Advice> placeMeasuredPages(const MeasuredCase &at) {
  if (at.finding.rule != kRuleSerialFirstTouch)
    return {};
  return {touchedInParallel(), interleaved(at.finding)};
}

} // namespace fsfind
