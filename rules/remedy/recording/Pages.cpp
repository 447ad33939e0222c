#include "rules/model/RuleIds.h"
#include "rules/remedy/recording/MeasuredCase.h"
#include "rules/remedy/source/PagePlacement.h"

namespace fsfind {

std::vector<Advice> placeMeasuredPages(const MeasuredCase &at) {
  if (at.finding.rule != kRuleSerialFirstTouch)
    return {};
  return {touchedInParallel(), interleaved(at.finding)};
}

} // namespace fsfind
