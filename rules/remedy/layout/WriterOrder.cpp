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

/// A member as the arithmetic on layouts takes it, with the threads that write any of its bytes.
/// `most`: samples of the member that has most.
LayoutPart partOf(const RecordMember &member, const TypeLayout &layout, std::uint64_t most) {
  LayoutPart part;
  part.name = member.name.empty() ? member.type : member.name;
  part.offset = member.offset;
  part.size = member.size;
  part.align = member.align;
  part.alignable = !member.name.empty();
  for (const LaidOutMember &inner : layout.members) {
    if (inner.offset >= member.offset + member.size || inner.offset + inner.size <= member.offset)
      continue;
    part.writers.merge(writersOf(inner.use));
    part.contended = part.contended || isUsed(inner.use, most);
  }
  return part;
}

} // namespace

std::optional<WriterOrder> orderByWriters(const TypeLayout &layout, std::uint32_t line) {
  WriterOrder order;
  const std::uint64_t most = samplesOf(layout);
  for (const RecordMember &member : layout.parts)
    order.parts.push_back(partOf(member, layout, most));
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

std::vector<SharedLine> sharedLines(const TypeLayout &layout, std::uint32_t line) {
  const std::uint64_t most = samplesOf(layout);
  std::map<std::uint64_t, std::vector<const LaidOutMember *>> by_line;
  for (const LaidOutMember &member : layout.members)
    if (isUsed(member.use, most) && member.size != 0)
      for (std::uint64_t at = member.offset / line; at <= (member.offset + member.size - 1) / line;
           ++at)
        by_line[at].push_back(&member);
  std::vector<SharedLine> shared;
  for (const auto &[at, members] : by_line) {
    SharedLine one{at, {}};
    std::set<std::set<std::string>> writers;
    for (const LaidOutMember *member : members) {
      one.members.push_back(member->path);
      writers.insert(writersOf(member->use));
    }
    if (writers.size() > 1)
      shared.push_back(std::move(one));
  }
  return shared;
}

} // namespace fsfind
