#include "rules/remedy/recording/MeasuredCase.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind {

namespace {

/// Only what a declaration asks for is more than this (c2c-ingest/debuginfo/RecordMembers.cpp), and
/// what is less may be natural in a record that is packed.
constexpr std::uint64_t kNaturalAlign = 16;

/// As the record declares it, or a member of it.
std::uint64_t declaredAlign(const RecordInfo &record) {
  std::uint64_t align = record.align;
  if (record.members)
    for (const RecordMember &member : *record.members)
      align = std::max(align, member.align);
  return align > kNaturalAlign ? align : 0;
}

} // namespace

std::uint64_t ignoredAlignment(const Finding &finding) {
  const Object &object = finding.object;
  if (!finding.record || object.address == 0 || finding.record->name != object.type ||
      finding.record->size != object.size)
    return 0;
  const std::uint64_t align = declaredAlign(*finding.record);
  return align != 0 && object.address % align != 0 ? align : 0;
}

/// The type is as it should be: who made the memory for it is to keep to that.
std::vector<Advice> keepAlignment(const MeasuredCase &at) {
  const std::uint64_t align = ignoredAlignment(at.finding);
  if (align == 0 || isOfSameBytes(at.finding))
    return {};
  const Object &object = at.finding.object;
  Advice one;
  one.remedy = Remedy::AlignAllocation;
  one.why = fmt::format("{} is declared to begin at multiples of {} bytes, and one begins {} bytes "
                        "behind: the memory that was made for it ignores that, so align what the "
                        "allocation or the arena hands out",
                        object.type, align, object.address % align);
  const bool raw = at.idiom.language() == "C" || at.idiom.language() == "C++";
  if (raw && object.block_size >= object.size && object.size != 0)
    one.example =
        at.idiom.objectApart({object.type, (object.block_size + align - 1) / align * align, false},
                             static_cast<std::uint32_t>(align));
  return {std::move(one)};
}

} // namespace fsfind
