#include "rules/remedy/source/AlignmentObstacle.h"

#include "rules/remedy/source/AlignedAllocations.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind {

namespace {

template <class Test> bool anyOf(const std::vector<const FactRecord *> &records, const Test &test) {
  return std::any_of(records.begin(), records.end(),
                     [&](const FactRecord *record) { return test(*record); });
}

/// The layout of unions, closures and library records is not the author's to change.
bool isPromised(const FactLookup &lookup, const FactRecord &record) {
  return (!record.alignable || isForUnseenCode(lookup, record)) && !record.is_union &&
         !record.name.starts_with("std::") && !record.name.starts_with("lambda at ");
}

std::string layoutObstacle(const FactLookup &lookup, const WrittenRecord &target,
                           const std::vector<const FactRecord *> &all) {
  if (!target.alignable())
    return "its layout may be promised to others";
  if (const auto holder = std::find_if(all.begin(), all.end(),
                                       [&](const auto *one) { return isPromised(lookup, *one); });
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

std::string storageObstacle(const FactLookup &lookup, const WrittenRecord &target,
                            const std::vector<const FactRecord *> &all, std::uint64_t alignment) {
  const WrittenAlignment written{static_cast<std::uint32_t>(alignment), {}};
  if (std::string obstacle = alignedAllocations(lookup, target, written).obstacle;
      !obstacle.empty())
    return obstacle;
  if (anyOf(all, [](const auto &one) { return one.objects.storage; }))
    return "memory that is not seen to be aligned becomes its objects, so what hands it out has to "
           "keep the alignment";
  if (anyOf(all, [](const auto &one) { return one.objects.heap; }) && !lookup.traits.newAligns())
    return "`new` does not honour alignment before C++17";
  return isSeenMade(target) ? "" : "nothing shows how its objects are allocated";
}

} // namespace

std::string layoutObstacle(const FactLookup &lookup, const WrittenRecord &record) {
  return layoutObstacle(lookup, record, record.withHolders());
}

bool isSeenMade(const WrittenRecord &target) {
  if (anyOf(target.withHolders(), [](const auto &one) {
        return one.objects.heap || (one.objects.storage && !one.objects.unsized);
      }))
    return true;
  return target.isInVariables() || !target.allocations().empty();
}

std::string alignmentObstacle(const FactLookup &lookup, const WrittenRecord &record,
                              std::uint64_t alignment) {
  const auto all = record.withHolders();
  const std::string layout = layoutObstacle(lookup, record, all);
  return layout.empty() ? storageObstacle(lookup, record, all, alignment) : layout;
}

} // namespace fsfind
