#include "rules/remedy/recording/MeasuredCase.h"
#include "rules/remedy/recording/Reasons.h"

#include "rules/model/NumberText.h"
#include "rules/model/RuleIds.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind {

namespace {

/// Empty where the counter is no plain number of its own name: of elements, each has its own sum.
std::string exampleOf(const MeasuredCase &at, const FindingMember &counter) {
  constexpr std::uint64_t kLargest = sizeof(std::uint64_t);
  const bool element = at.finding.object.index || at.finding.object.of_array;
  if (element || counter.size == 0 || counter.size > kLargest ||
      counter.path.find('[') != std::string::npos)
    return {};
  return at.idiom.counterInParts(declaredName(at.finding, counter), at.line_size);
}

/// Less of the contended loads is not worth a second change.
constexpr double kWorthSpreading = 0.2;

/// `why` ends with what to do.
Advice spread(const MeasuredCase &at, const FindingMember &counter, const std::string &why) {
  Advice one;
  one.remedy = Remedy::ShardPerCpu;
  one.why = why +
            " it and hardly ever read it: a counter for each CPU or thread, on a cacheline of "
            "its own, and a reader that adds them up";
  one.example = exampleOf(at, counter);
  return one;
}

} // namespace

/// Only for what is added to without a use of the sum: of anything else threads need the one value.
std::vector<Advice> spreadMeasuredDatum(const MeasuredCase &at) {
  const Finding &finding = at.finding;
  if (!isOfSameBytes(finding) || finding.members.empty() ||
      finding.conflict != Conflict::WriteWrite || !isOnlyAddedTo(finding))
    return {};
  const FindingMember &counter = finding.members.front();
  return {spread(at, counter,
                 fmt::format("threads meet at the same '{}', so that padding does not help, but "
                             "they only add to",
                             datumName(finding, counter)))};
}

std::vector<Advice> spreadWhatIsLeft(const MeasuredCase &at) {
  const Finding &finding = at.finding;
  const auto &part = finding.cost.false_part;
  if (finding.sharing != Sharing::Mixed || finding.rule == kRulePerThreadSlots || !part ||
      1 - part->share < kWorthSpreading)
    return {};
  const auto counter =
      std::find_if(finding.members.begin(), finding.members.end(), [](const FindingMember &member) {
        return member.writers.size() > 1 && isCounter(member) && !member.written_by_elements;
      });
  if (counter == finding.members.end())
    return {};
  return {
      spread(at, *counter,
             fmt::format("{} of the contended loads are no false sharing: there threads meet at "
                         "the same '{}', but they only add to",
                         percentage(1 - part->share), datumName(finding, *counter)))};
}

} // namespace fsfind
