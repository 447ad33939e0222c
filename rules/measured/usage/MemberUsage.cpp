#include "rules/measured/usage/MemberUsage.h"

#include "rules/model/ThreadNames.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace fsfind {

namespace {

/// The last name of a member path, without the index of an element.
std::string_view lastName(std::string_view path) {
  path = path.substr(0, path.ends_with(']') ? path.rfind('[') : path.size());
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? path : path.substr(dot + 1);
}

bool isOf(const TypeLayout &layout, const RecordInfo &record) {
  return record.name == layout.name && record.size == layout.size;
}

/// Bytes from the record's start to the access; none if the target is not in such a record.
std::optional<std::uint64_t> offsetIn(const TypeLayout &layout, const Target &target,
                                      std::uint64_t address) {
  const Object &object = target.object;
  if (object.type == layout.name && object.address != 0 && layout.size != 0 &&
      address >= object.address)
    return (address - object.address) % layout.size;
  if (!target.record || !isOf(layout, *target.record) || !target.record->members)
    return std::nullopt;
  for (const RecordMember &member : *target.record->members)
    if (member.name == lastName(target.member))
      return member.offset;
  return std::nullopt;
}

void add(const std::string &thread, const Access &access, MemberUse &use) {
  if (access.kind == AccessKind::Store) {
    use.stores += access.count;
    use.writers[thread] += access.count;
    return;
  }
  use.loads += access.count;
  use.contended += access.contended;
  use.readers[thread] += access.count;
}

} // namespace

void addMemberUsage(const Profile &profile, TypeLayout &layout) {
  const ThreadNames names(profile);
  for (const Line &line : profile.lines)
    for (const Access &access : line.accesses) {
      const auto offset =
          offsetIn(layout, profile.target(access.target), line.address + access.offset);
      if (!offset || access.sets)
        continue;
      const std::uint64_t end = *offset + std::max<std::uint64_t>(access.size, 1);
      for (LaidOutMember &member : layout.members)
        if (member.offset < end && *offset < member.offset + member.size)
          add(names.of(access.thread), access, member.use);
    }
}

} // namespace fsfind
