#include "rules/model/RuleIds.h"
#include "rules/remedy/recording/MeasuredCase.h"
#include "rules/remedy/source/PagePlacement.h"

namespace fsfind {

std::vector<Advice> placeMeasuredPages(const MeasuredCase &at) {
  if (at.finding.rule != kRuleSerialFirstTouch)
    return {};
  // Where several nodes load each page, no thread's first touch suits them all.
  if (at.finding.placement && areShared(*at.finding.placement))
    return {interleaved(at.finding)};
  return {touchedInParallel(), interleaved(at.finding)};
}

} // namespace fsfind
