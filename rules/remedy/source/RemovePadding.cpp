#include "rules/model/RuleIds.h"
#include "rules/remedy/source/AdviceCase.h"
#include "rules/remedy/source/AlignmentObstacle.h"
#include "rules/remedy/source/RecordParts.h"
#include "rules/remedy/source/WrittenRecord.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind {

namespace {

/// The members that are not padding, laid out by their types alone.
LayoutParts naturalParts(const AdviceCase &at, const FactRecord &record) {
  LayoutParts parts;
  for (const FactMember &member : record.members) {
    if (member.padding)
      continue;
    LayoutPart part;
    part.name = member.name;
    part.offset = member.offset;
    part.size = member.size;
    part.align = std::max<std::uint64_t>(at.facts.type(member.type).align, 1);
    parts.push_back(part);
  }
  return parts;
}

} // namespace

std::vector<Advice> removePadding(const AdviceCase &at) {
  if (at.finding.rule != kRuleNeedlessPadding || !at.finding.record)
    return {};
  const WrittenRecord target(at.lookup, at.finding.record->declared);
  if (!target.known())
    return {};
  const std::uint64_t bare = laidOutInOrder(naturalParts(at, target.record())).size;
  if (bare == 0 || bare >= target.record().size)
    return {};
  Advice one;
  one.remedy = Remedy::RemovePadding;
  one.size_before = target.record().size;
  one.size_after = bare;
  one.why =
      fmt::format("without alignment and padding {} elements lie on a cacheline, and loops "
                  "read {} times fewer lines; keep it if threads come to write them",
                  std::max<std::uint64_t>(at.line_size / bare, 1), target.record().size / bare);
  if (const std::string obstacle = layoutObstacle(at.lookup, target); !obstacle.empty())
    one.why += "; look first who counts on its size, for " + obstacle;
  return {std::move(one)};
}

} // namespace fsfind
