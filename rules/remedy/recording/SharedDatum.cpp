#include "rules/model/RuleIds.h"
#include "rules/remedy/recording/MeasuredCase.h"

#include <fmt/format.h>

namespace fsfind {

namespace {

/// Bytes of the largest number or lock. A larger datum is a whole record, and it is unknown which
/// part of it is contended.
constexpr std::uint64_t kLargestDatum = 64;

std::string nameOf(const Finding &finding) {
  const std::string &path = finding.members.front().path;
  const std::string object(unqualified(finding.object.name));
  return object.empty() || path == finding.object.name ? std::string(unqualified(path))
                                                       : object + "." + path;
}

} // namespace

/// Without an example: a recording does not show whether threads add to the datum, exchange it or
/// wait for it.
std::vector<Advice> spreadMeasuredDatum(const MeasuredCase &at) {
  const Finding &finding = at.finding;
  if (finding.rule != kRuleContendedAtomic || finding.members.empty() ||
      finding.conflict != Conflict::WriteWrite)
    return {};
  const std::uint64_t size = finding.members.front().size;
  if (size == 0 || size > kLargestDatum)
    return {};
  Advice one;
  one.remedy = Remedy::ShardPerCpu;
  one.why =
      fmt::format("threads meet at the same '{}', so that padding does not help: a counter can be "
                  "one for each CPU or node, each still changed atomically and put together by who "
                  "reads; a lock can guard a part of the data; what threads exchange or act by can "
                  "only be changed less often (several steps at once, a test before the write)",
                  nameOf(finding));
  return {std::move(one)};
}

} // namespace fsfind
