#include "rules/remedy/source/TakesPadding.h"

#include "rules/remedy/source/AlignedAllocations.h"
#include "rules/remedy/source/AlignmentObstacle.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace fsfind {

namespace {

/// What padding that a tool writes is called.
constexpr std::string_view kPaddingName = "padding";

/// Other programs may map the same file.
bool isInFile(const WrittenRecord &target) {
  const auto all = target.allocations();
  return std::any_of(all.begin(), all.end(),
                     [](const FactAllocation *one) { return one->maps_file; });
}

bool isUnsized(const WrittenRecord &target) {
  const auto all = target.withHolders();
  return std::any_of(all.begin(), all.end(),
                     [](const FactRecord *one) { return one->objects.unsized; });
}

bool hasPadding(const FactRecord &record) {
  return std::any_of(record.members.begin(), record.members.end(), [](const FactMember &member) {
    return member.name.starts_with(kPaddingName);
  });
}

} // namespace

std::string paddingText(const FactLookup &lookup, const FactRecord &record, std::uint64_t bytes,
                        std::size_t number) {
  const std::string name =
      number == 0 ? std::string(kPaddingName) : fmt::format("{}_{}", kPaddingName, number + 1);
  if (!record.has_private)
    return fmt::format("char {}[{}];", name, bytes);
  // An attribute of C++17, of which compilers for older standards warn.
  return lookup.traits.newAligns()
             ? fmt::format("[[maybe_unused]] char {}[{}];", name, bytes)
             : fmt::format("char {}[{}] __attribute__((unused));", name, bytes);
}

bool takesPadding(const FactLookup &lookup, const WrittenRecord &target) {
  return target.known() && !target.orderUses().positions && !target.isInUnion() &&
         layoutObstacle(lookup, target).empty() && isSeenMade(target) && !isUnsized(target) &&
         !isInFile(target) && !hasPadding(target.record());
}

} // namespace fsfind
