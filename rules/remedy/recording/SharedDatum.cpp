#include "rules/model/RuleIds.h"
#include "rules/remedy/recording/MeasuredCase.h"

#include <fmt/format.h>

namespace fsfind {

namespace {

/// Bytes of the largest number or lock. A larger datum is a whole record, and it is unknown which
/// part of it is contended.
constexpr std::uint64_t kLargestDatum = 64;

TypedName datumOf(const Finding &finding) {
  const std::string &path = finding.members.front().path;
  const std::string object(unqualified(finding.object.name));
  if (path == finding.object.name)
    return {finding.object.type, object};
  return {"", object.empty() ? path : object + "." + path};
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
  // A recording does not show whether threads add to the datum, exchange it or wait for it.
  Advice one;
  one.remedy = Remedy::ShardPerCpu;
  one.why =
      fmt::format("threads meet at the same '{}', so that padding does not help: one for each "
                  "CPU or node, if it can be summed up (each still changed atomically) or guard a "
                  "part of the data; else change it less often (several steps at once, a test "
                  "before the write)",
                  datum.name);
  one.example = at.idiom.shards(datum, at.line_size);
  return {std::move(one)};
}

} // namespace fsfind
