// The part of debuginfo::Types that lists the members of a record, for layouts in advice.
#include "c2c-ingest/debuginfo/Types.h"

#include "c2c-ingest/debuginfo/Die.h"

#include <algorithm>
#include <bit>

namespace fsfind::debuginfo {

namespace {

constexpr int kMaxNesting = 16;
/// The members of larger records are not listed.
constexpr std::size_t kMaxMembers = 512;
/// No Linux ABI aligns a scalar more than this by default.
constexpr std::uint64_t kMaxNaturalAlign = 16;

/// Leaves out empty bases: each has a byte by its size, and lies where the next component does.
void leaveOutEmptyBases(RecordMembers &members) {
  for (std::size_t i = members.size(); i-- > 1;)
    if (const RecordMember &one = members[i - 1];
        one.name.empty() && one.size == 1 && one.offset == members[i].offset)
      members.erase(members.begin() + static_cast<std::ptrdiff_t>(i - 1));
}

/// False if members share bytes, as bit-fields and members of unions do: these have no layout in
/// sequence.
bool lieApart(const RecordMembers &members) {
  for (std::size_t i = 1; i < members.size(); ++i)
    if (members[i].offset < members[i - 1].offset + members[i - 1].size)
      return false;
  return true;
}

} // namespace

std::uint64_t Types::alignOf(Dwarf_Die type) {
  return alignOf(type, 0);
}

std::uint64_t Types::alignOf(Dwarf_Die type, int depth) {
  type = bare(type);
  if (depth > kMaxNesting)
    return 1;
  if (const auto known = aligns_.find(type.addr); known != aligns_.end())
    return known->second;
  const std::uint64_t align = alignAnew(type, depth);
  aligns_.insert({type.addr, align});
  return align;
}

std::uint64_t Types::alignAnew(Dwarf_Die type, int depth) {
  std::uint64_t align = constantOf(type, DW_AT_alignment).value_or(1);
  if (const auto array = arrayOf(type))
    return std::max(align, alignOf(array->element, depth + 1));
  if (!isRecordTag(tagOf(type)))
    return std::max(align, std::min(std::bit_floor(sizeOf(type)), kMaxNaturalAlign));
  for (const Component &component : componentsOf(type)) {
    align = std::max(align, constantOf(component.die, DW_AT_alignment).value_or(1));
    if (component.type)
      align = std::max(align, alignOf(*component.type, depth + 1));
  }
  return align;
}

std::shared_ptr<const RecordMembers> Types::membersOf(Dwarf_Die record) {
  const auto known = members_.find(record.addr);
  if (known != members_.end())
    return known->second;
  RecordMembers members;
  for (const Component &component : componentsOf(record)) {
    if (members.size() == kMaxMembers || !component.type)
      break;
    RecordMember member{{}, nameOfDatumType(*component.type), component.offset, component.size};
    if (!component.base)
      member.name = nameOf(component.die);
    member.align =
        std::max(constantOf(component.die, DW_AT_alignment).value_or(1), alignOf(*component.type));
    members.push_back(std::move(member));
  }
  std::stable_sort(members.begin(), members.end(),
                   [](const auto &a, const auto &b) { return a.offset < b.offset; });
  if (tagOf(record) != DW_TAG_union_type)
    leaveOutEmptyBases(members);
  const bool laid_out = !members.empty() && members.size() < kMaxMembers && lieApart(members);
  auto made = laid_out ? std::make_shared<const RecordMembers>(std::move(members)) : nullptr;
  members_.insert({record.addr, made});
  return made;
}

} // namespace fsfind::debuginfo
