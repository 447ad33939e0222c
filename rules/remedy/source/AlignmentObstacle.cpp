#include "rules/remedy/source/AlignmentObstacle.h"

#include "rules/remedy/source/AlignedAllocations.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind {

namespace {

/// The record, and every record that contains one.
std::vector<const FactRecord *> withHolders(const Facts &facts, const WrittenRecord &target) {
  std::vector<const FactRecord *> all;
  for (std::size_t i = 0; i < facts.records.size(); ++i)
    if (target.isIn(RecordIndex(i)))
      all.push_back(&facts.records[i]);
  return all;
}

template <class Test> bool anyOf(const std::vector<const FactRecord *> &records, const Test &test) {
  return std::any_of(records.begin(), records.end(),
                     [&](const FactRecord *record) { return test(*record); });
}

/// The layout of unions, closures and library records is not the author's to change.
bool isPromised(const Facts &facts, const FactRecord &record) {
  return (!record.alignable || isForUnseenCode(facts, record)) && !record.is_union &&
         !record.name.starts_with("std::") && !record.name.starts_with("lambda at ");
}

std::string layoutObstacle(const Facts &facts, const WrittenRecord &target,
                           const std::vector<const FactRecord *> &all) {
  if (!target.alignable())
    return "its layout may be promised to others";
  if (const auto holder = std::find_if(all.begin(), all.end(),
                                       [&](const auto *one) { return isPromised(facts, *one); });
      holder != all.end())
    return fmt::format("it is part of '{}', whose layout may be promised to others",
                       (*holder)->name);
  if (anyOf(all, [](const auto &one) { return one.order_uses.bytes; }))
    return "it is copied or filled as bytes";
  if (anyOf(all, [](const auto &one) { return one.order_uses.casts; }))
    return "pointers to it are cast to or from another type's";
  if (target.orderUses().offsets)
    return "offsetof is taken of its members";
  if (anyOf(all, [](const auto &one) { return one.objects.sizes; }))
    return "its size or alignment is part of other expressions";
  return {};
}

std::string storageObstacle(const Facts &facts, const WrittenRecord &target,
                            const std::vector<const FactRecord *> &all, std::uint64_t alignment) {
  const WrittenAlignment written{static_cast<std::uint32_t>(alignment), {}};
  if (std::string obstacle = alignedAllocations(facts, target, written).obstacle; !obstacle.empty())
    return obstacle;
  if (anyOf(all, [](const auto &one) { return one.objects.storage; }))
    return "memory that is not seen to be aligned becomes its objects, so what hands it out has to "
           "keep the alignment";
  if (anyOf(all, [](const auto &one) { return one.objects.heap; }) && !newAligns(facts))
    return "`new` does not honour alignment before C++17";
  return isSeenMade(facts, target) ? "" : "nothing shows how its objects are allocated";
}

} // namespace

std::string layoutObstacle(const Facts &facts, const WrittenRecord &record) {
  return layoutObstacle(facts, record, withHolders(facts, record));
}

bool isSeenMade(const Facts &facts, const WrittenRecord &target) {
  if (anyOf(withHolders(facts, target), [](const auto &one) {
        return one.objects.heap || (one.objects.storage && !one.objects.unsized);
      }))
    return true;
  return target.isInVariables() || !target.allocations().empty();
}

std::string alignmentObstacle(const Facts &facts, const WrittenRecord &record,
                              std::uint64_t alignment) {
  const auto all = withHolders(facts, record);
  const std::string layout = layoutObstacle(facts, record, all);
  return layout.empty() ? storageObstacle(facts, record, all, alignment) : layout;
}

} // namespace fsfind
