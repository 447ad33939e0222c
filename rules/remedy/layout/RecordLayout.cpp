#include "rules/remedy/layout/RecordLayout.h"

#include "rules/model/Bytes.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace fsfind {

namespace {

/// Where the part ends that begins at `offset`.
std::uint64_t endOf(const LayoutPart &part, std::uint64_t offset, bool aligned,
                    std::uint32_t line) {
  return offset + (aligned && part.fills_lines ? roundedUp(part.size, line) : part.size);
}

/// The offset of a part whose predecessor has moved to `previous`. A part that began within its
/// predecessor, as bit-fields do, still does.
std::uint64_t nextOffset(const LayoutPart &before, const Placed &previous, const LayoutPart &part,
                         std::uint32_t line) {
  if (part.offset < before.offset + before.size)
    return part.offset - before.offset + previous.offset;
  return roundedUp(endOf(before, previous.offset, previous.aligned, line), part.align);
}

std::uint64_t recordSize(const LayoutParts &parts, const std::vector<Placed> &members,
                         std::uint64_t align) {
  std::uint64_t end = 0;
  for (const Placed &member : members) {
    end = std::max(end, member.offset + parts[member.part].size);
    align = std::max(align, parts[member.part].align);
  }
  return roundedUp(end, align);
}

/// Nobody aligns more members of a record one by one, and each takes a look at all others.
constexpr std::size_t kMostAligned = 64;

/// Of the parts behind `from` up to `to`, the one whose alignment lets `to` begin earliest; among
/// equals the last. None if no alignment can be written there.
std::optional<std::size_t> bestAlignment(const LayoutParts &parts, std::vector<std::size_t> aligned,
                                         std::size_t from, std::size_t to, std::uint32_t line) {
  std::optional<std::size_t> best;
  std::uint64_t least = 0;
  aligned.push_back(0);
  for (std::size_t at = from + 1; at <= to; ++at) {
    if (!parts[at].alignable)
      continue;
    aligned.back() = at;
    const std::uint64_t offset = alignedBefore(parts, aligned, line).members[to].offset;
    if (!best || offset <= least) {
      best = at;
      least = offset;
    }
  }
  return best;
}

bool beginsLineWithin(const LayoutParts &parts, std::size_t from, std::size_t to,
                      std::uint32_t line) {
  for (std::size_t at = from + 1; at <= to; ++at)
    if (parts[at].align >= line)
      return true;
  return false;
}

using Group = std::vector<std::size_t>;

/// Contended members grouped by writers, in the order of each group's first member. Each other
/// member is in the group of the contended member that it follows; members before any are the first
/// group.
std::vector<Group> groups(const LayoutParts &parts) {
  std::vector<Group> contended(1), rest(1);
  std::map<std::set<std::string>, std::size_t> known;
  std::size_t current = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i].contended) {
      (known.empty() ? contended : rest)[current].push_back(i);
      continue;
    }
    current = known.try_emplace(parts[i].writers, known.size()).first->second;
    contended.resize(known.size());
    rest.resize(known.size());
    contended[current].push_back(i);
  }
  for (std::size_t i = 0; i < contended.size(); ++i)
    contended[i].insert(contended[i].end(), rest[i].begin(), rest[i].end());
  return contended;
}

/// Contended members grouped by writers, and one group of all others, in the order of each group's
/// first member.
std::vector<Group> groupsApart(const LayoutParts &parts) {
  std::vector<Group> all;
  Group rest;
  std::map<std::set<std::string>, std::size_t> known;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i].contended) {
      rest.push_back(i);
      continue;
    }
    const auto [group, fresh] = known.try_emplace(parts[i].writers, all.size());
    if (fresh)
      all.emplace_back();
    all[group->second].push_back(i);
  }
  if (!rest.empty())
    all.push_back(rest);
  std::sort(all.begin(), all.end());
  return all;
}

/// Places the group from `begin` on, its first part aligned to the line if one is given; returns
/// the offset behind it.
std::uint64_t layOut(const LayoutParts &parts, const Group &group, std::uint64_t begin,
                     std::uint32_t line, std::vector<Placed> &members) {
  std::uint64_t end = begin;
  for (const std::size_t i : group) {
    const bool aligned = line != 0 && i == group.front();
    const std::uint64_t offset = roundedUp(end, parts[i].align);
    members.push_back({i, offset, aligned});
    end = endOf(parts[i], offset, aligned, line);
  }
  return end;
}

/// The group in its order, or by descending alignment if it takes fewer lines so.
Group packed(const LayoutParts &parts, const Group &group, bool aligned, std::uint32_t line) {
  Group sorted = group;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](std::size_t a, std::size_t b) { return parts[a].align > parts[b].align; });
  std::vector<Placed> unused;
  const auto lines = [&](const Group &one) {
    return roundedUp(layOut(parts, one, 0, aligned ? line : 0, unused), line);
  };
  return lines(sorted) < lines(group) ? sorted : group;
}

} // namespace

bool haveDifferentWriters(const LayoutParts &parts) {
  const LayoutPart *first = nullptr;
  for (const LayoutPart &part : parts) {
    if (!part.contended)
      continue;
    if (first && part.writers != first->writers)
      return true;
    first = first ? first : &part;
  }
  return false;
}

bool isExplained(const LayoutParts &parts, std::uint64_t size, std::uint64_t align) {
  const Arrangement same = alignedBefore(parts, {}, 1);
  return roundedUp(same.size, align) == size &&
         std::all_of(same.members.begin(), same.members.end(), [&](const Placed &member) {
           return member.offset == parts[member.part].offset;
         });
}

Arrangement laidOutInOrder(const LayoutParts &parts) {
  Group all(parts.size());
  std::iota(all.begin(), all.end(), 0);
  Arrangement result;
  layOut(parts, all, 0, 0, result.members);
  result.size = recordSize(parts, result.members, 1);
  return result;
}

Arrangement alignedBefore(const LayoutParts &parts, const std::vector<std::size_t> &aligned,
                          std::uint32_t line) {
  Arrangement result;
  auto next = aligned.begin();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::uint64_t offset =
        i == 0 ? parts[i].offset : nextOffset(parts[i - 1], result.members.back(), parts[i], line);
    const bool begins = next != aligned.end() && *next == i;
    if (begins) {
      offset = roundedUp(offset, line);
      ++next;
    }
    result.members.push_back({i, offset, begins});
  }
  result.size = recordSize(parts, result.members, aligned.empty() ? 1 : line);
  return result;
}

std::optional<Arrangement> separatedInPlace(const LayoutParts &parts, std::uint32_t line) {
  std::vector<std::size_t> aligned;
  std::optional<std::size_t> previous;
  bool differ = false;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i].contended)
      continue;
    if (previous && parts[i].writers != parts[*previous].writers) {
      differ = true;
      if (!beginsLineWithin(parts, *previous, i, line)) {
        const auto at = bestAlignment(parts, aligned, *previous, i, line);
        if (!at || aligned.size() == kMostAligned)
          return std::nullopt;
        aligned.push_back(*at);
      }
    }
    previous = i;
  }
  if (!differ)
    return std::nullopt;
  return alignedBefore(parts, aligned, line);
}

namespace {

Arrangement onLinesOfTheirOwn(const LayoutParts &parts, const std::vector<Group> &groups,
                              std::uint32_t line) {
  Arrangement result;
  std::uint64_t end = 0;
  for (const Group &group : groups) {
    const bool aligned = !result.members.empty();
    end = layOut(parts, packed(parts, group, aligned, line), roundedUp(end, line),
                 aligned ? line : 0, result.members);
  }
  result.size = recordSize(parts, result.members, line);
  return result;
}

Bytes bytesOf(const LayoutPart &part, std::uint64_t offset) {
  return {offset, offset + part.size};
}

/// Whether the two share a line in the present layout, whichever of their bytes are used.
bool shareLine(const LayoutPart &one, const LayoutPart &other, std::uint64_t align,
               std::uint32_t line) {
  const std::uint64_t begin = std::min(one.offset, other.offset);
  const std::uint64_t end = std::max(one.offset + one.size, other.offset + other.size);
  return meet({begin, begin + 1}, {std::max(end, begin + 1) - 1, end}, align, line).mostly();
}

/// Whether, in the present layout, some bytes of `one` and of `other`, which follows it, share a
/// line.
bool neighbours(const LayoutPart &one, const LayoutPart &other, std::uint64_t align,
                std::uint32_t line) {
  return one.offset <= other.offset &&
         meet(bytesOf(one, one.offset), bytesOf(other, other.offset), align, line).mostly();
}

} // namespace

Arrangement groupedByWriters(const LayoutParts &parts, std::uint32_t line) {
  return onLinesOfTheirOwn(parts, groups(parts), line);
}

Arrangement groupedApart(const LayoutParts &parts, std::uint32_t line) {
  return onLinesOfTheirOwn(parts, groupsApart(parts), line);
}

bool bringsTogether(const LayoutParts &parts, std::uint64_t align, const Arrangement &arrangement,
                    std::uint32_t line) {
  const auto &members = arrangement.members;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const LayoutPart &one = parts[members[i].part];
    for (std::size_t j = i + 1; j < members.size(); ++j) {
      const LayoutPart &other = parts[members[j].part];
      if (!meet(bytesOf(one, members[i].offset), bytesOf(other, members[j].offset), line, line)
               .possible())
        break;
      const std::uint64_t apart = members[j].offset - members[i].offset;
      if (!(one.contended && other.contended) && !shareLine(one, other, align, line) &&
          !(neighbours(one, other, align, line) && one.offset + apart >= other.offset))
        return true;
    }
  }
  return false;
}

} // namespace fsfind
