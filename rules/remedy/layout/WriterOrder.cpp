#include "rules/remedy/layout/WriterOrder.h"

#include <algorithm>
#include <map>
#include <set>

namespace fsfind {

namespace {

/// Of a member's stores and of the record's samples, less than one in so many is taken for
/// initialisation or a final sum.
constexpr std::uint64_t kRare = 20;

std::uint64_t samplesOf(const TypeLayout &layout) {
  std::uint64_t most = 0;
  for (const LaidOutMember &member : layout.members)
    most = std::max(most, member.use.loads + member.use.stores);
  return most;
}

std::set<std::string> writersOf(const MemberUse &use) {
  std::set<std::string> writers;
  for (const auto &[thread, stores] : use.writers)
    if (stores * kRare >= use.stores)
      writers.insert(thread);
  return writers;
}

bool isUsed(const MemberUse &use, std::uint64_t most) {
  return (use.loads + use.stores) * kRare > most;
}

/// Whether no member moves.
bool staysAsItIs(const WriterOrder &order) {
  return std::all_of(
      order.arrangement.members.begin(), order.arrangement.members.end(),
      [&](const Placed &placed) { return placed.offset == order.parts[placed.part].offset; });
}

std::uint64_t lastByte(const LaidOutMember &member) {
  return member.size == 0 ? member.offset : member.offset + member.size - 1;
}

/// A member as the arithmetic on layouts takes it, with the threads that write any of its bytes.
LayoutPart partOf(const RecordMember &member, const TypeLayout &layout,
                  const std::vector<MemberWriters> &writers) {
  LayoutPart part;
  part.name = member.name.empty() ? member.type : member.name;
  part.offset = member.offset;
  part.size = member.size;
  part.align = member.align;
  part.alignable = !member.name.empty();
  for (std::size_t i = 0; i < layout.members.size(); ++i) {
    const LaidOutMember &inner = layout.members[i];
    if (inner.offset >= member.offset + member.size || inner.offset + inner.size <= member.offset)
      continue;
    part.writers.insert(writers[i].writers.begin(), writers[i].writers.end());
    part.contended = part.contended || writers[i].counts;
  }
  return part;
}

} // namespace

std::vector<MemberWriters> writersBySamples(const TypeLayout &layout) {
  const std::uint64_t most = samplesOf(layout);
  std::vector<MemberWriters> all;
  for (const LaidOutMember &member : layout.members)
    all.push_back({isUsed(member.use, most), writersOf(member.use)});
  return all;
}

std::optional<WriterOrder> orderByWriters(const TypeLayout &layout,
                                          const std::vector<MemberWriters> &writers,
                                          std::uint32_t line) {
  WriterOrder order;
  for (const RecordMember &member : layout.parts)
    order.parts.push_back(partOf(member, layout, writers));
  if (!haveDifferentWriters(order.parts) || !isExplained(order.parts, layout.size, layout.align))
    return std::nullopt;
  order.arrangement = groupedByWriters(order.parts, line);
  if (auto in_place = separatedInPlace(order.parts, line);
      in_place && in_place->size <= order.arrangement.size)
    order.arrangement = std::move(*in_place);
  if (staysAsItIs(order))
    return std::nullopt;
  return order;
}

std::vector<SharedLine> sharedLines(const TypeLayout &layout,
                                    const std::vector<MemberWriters> &writers, std::uint32_t line) {
  std::map<std::uint64_t, std::vector<std::size_t>> by_line;
  for (const LaidOutMember &member : layout.members)
    by_line[member.offset / line], by_line[lastByte(member) / line];
  for (auto &[at, members] : by_line)
    for (std::size_t i = 0; i < layout.members.size(); ++i)
      if (const LaidOutMember &member = layout.members[i]; writers[i].counts && member.size != 0 &&
                                                           member.offset / line <= at &&
                                                           at <= lastByte(member) / line)
        members.push_back(i);
  std::vector<SharedLine> shared;
  for (const auto &[at, members] : by_line) {
    SharedLine one{at, {}};
    std::set<std::set<std::string>> distinct;
    for (const std::size_t member : members) {
      one.members.push_back(layout.members[member].path);
      distinct.insert(writers[member].writers);
    }
    if (distinct.size() > 1)
      shared.push_back(std::move(one));
  }
  return shared;
}

} // namespace fsfind
