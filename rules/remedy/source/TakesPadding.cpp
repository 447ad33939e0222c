#include "rules/remedy/source/TakesPadding.h"

#include "rules/remedy/source/AlignmentObstacle.h"

#include <algorithm>

namespace fsfind {

namespace {

/// Memory that is mapped may be of a file, or another process may map it, too.
bool isMapped(const Facts &facts, const WrittenRecord &target) {
  return std::any_of(facts.functions.begin(), facts.functions.end(),
                     [&](const FactFunction &function) {
                       return std::any_of(function.allocations.begin(), function.allocations.end(),
                                          [&](const FactAllocation &one) {
                                            return one.kind == AllocationKind::Map && one.element &&
                                                   target.isIn(*one.element);
                                          });
                     });
}

bool isUnsized(const Facts &facts, const WrittenRecord &target) {
  for (std::size_t i = 0; i < facts.records.size(); ++i)
    if (target.isIn(RecordIndex(i)) && facts.records[i].objects.unsized)
      return true;
  return false;
}

bool hasPadding(const FactRecord &record) {
  return std::any_of(record.members.begin(), record.members.end(), [](const FactMember &member) {
    return member.name.starts_with(kPaddingName);
  });
}

} // namespace

bool takesPadding(const Facts &facts, const WrittenRecord &target) {
  return target.known() && !target.orderUses().positions && !target.isInUnion() &&
         layoutObstacle(facts, target).empty() && isSeenMade(facts, target) &&
         !isUnsized(facts, target) && !isMapped(facts, target) && !hasPadding(target.record());
}

} // namespace fsfind
