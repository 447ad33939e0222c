#include "rules/remedy/recording/MeasuredCase.h"
#include "rules/remedy/recording/Reasons.h"

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

} // namespace

/// Only for what is added to without a use of the sum: of anything else threads need the one value.
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
  one.example = exampleOf(at, finding.members.front());
  return {std::move(one)};
}

} // namespace fsfind
