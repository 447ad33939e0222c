#include "rules/model/RuleIds.h"
#include "rules/remedy/recording/MeasuredCase.h"

#include <fmt/format.h>

namespace fsfind {

namespace {

/// Larger than any number or lock: a whole record, of which nobody knows what is contended.
constexpr std::uint64_t kLargestDatum = 64, kLargestNumber = 16;

TypedName datumOf(const Finding &finding) {
  const std::string &path = finding.members.front().path;
  const std::string object(unqualified(finding.object.name));
  if (path == finding.object.name)
    return {finding.object.type, object};
  return {"", object.empty() ? path : object + "." + path};
}

Advice summedLocally(const MeasuredCase &at, const TypedName &datum) {
  Advice one;
  one.remedy = Remedy::AccumulateLocally;
  one.why =
      fmt::format("only threads that change '{}' were seen to read it: if they count, a local "
                  "sum, added once after the loop, takes no memory",
                  datum.name);
  one.example = at.idiom.localSum(datum);
  return one;
}

} // namespace

std::vector<Advice> spreadMeasuredDatum(const MeasuredCase &at) {
  const Finding &finding = at.finding;
  if (finding.rule != kRuleContendedAtomic || finding.members.empty() ||
      finding.conflict != Conflict::WriteWrite)
    return {};
  const std::uint64_t size = finding.members.front().size;
  if (size == 0 || size > kLargestDatum)
    return {};
  const TypedName datum = datumOf(finding);
  std::vector<Advice> all;
  if (size <= kLargestNumber && isReadByWritersOnly(finding))
    all.push_back(summedLocally(at, datum));
  Advice one;
  one.remedy = Remedy::ShardPerCpu;
  one.why =
      fmt::format("threads meet at the same '{}', so that padding does not help: one for each "
                  "CPU or node, if it can be summed up or guard a part of the data",
                  datum.name);
  one.example = at.idiom.shards(datum, at.line_size);
  all.push_back(std::move(one));
  return all;
}

} // namespace fsfind
