#include "rules/advice/RecordLayout.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace fsfind {

namespace {

std::uint64_t roundedUp(std::uint64_t value, std::uint64_t align) {
  return align < 2 ? value : (value + align - 1) / align * align;
}

/// Where a part goes whose predecessor was moved to `previous`. What began within it, as bit-fields
/// do, still does.
std::uint64_t nextOffset(const LayoutPart &before, std::uint64_t previous, const LayoutPart &part) {
  if (part.offset < before.offset + before.size)
    return part.offset - before.offset + previous;
  return roundedUp(previous + before.size, part.align);
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

/// The alignment after `from` and up to `to` that lets `to` begin earliest; the last of several.
/// None if none can be written.
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

/// By writers, the group of the first member first; what nobody writes is a group like others.
std::vector<Group> groups(const LayoutParts &parts) {
  std::vector<Group> all;
  std::map<std::set<std::string>, std::size_t> known;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto writers = parts[i].contended ? parts[i].writers : std::set<std::string>();
    const auto [group, fresh] = known.try_emplace(writers, all.size());
    if (fresh)
      all.emplace_back();
    all[group->second].push_back(i);
  }
  return all;
}

/// From `begin`; returns the end.
std::uint64_t layOut(const LayoutParts &parts, const Group &group, std::uint64_t begin,
                     std::vector<Placed> &members) {
  std::uint64_t end = begin;
  for (const std::size_t i : group) {
    const std::uint64_t offset = roundedUp(end, parts[i].align);
    members.push_back({i, offset, false});
    end = offset + parts[i].size;
  }
  return end;
}

/// In the order of declaration, unless the largest alignment first leaves fewer holes.
Group packed(const LayoutParts &parts, const Group &group) {
  Group sorted = group;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](std::size_t a, std::size_t b) { return parts[a].align > parts[b].align; });
  std::vector<Placed> unused;
  return layOut(parts, sorted, 0, unused) < layOut(parts, group, 0, unused) ? sorted : group;
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

Arrangement laidOutInOrder(const LayoutParts &parts) {
  Group all(parts.size());
  std::iota(all.begin(), all.end(), 0);
  Arrangement result;
  layOut(parts, all, 0, result.members);
  result.size = recordSize(parts, result.members, 1);
  return result;
}

Arrangement alignedBefore(const LayoutParts &parts, const std::vector<std::size_t> &aligned,
                          std::uint32_t line) {
  Arrangement result;
  auto next = aligned.begin();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::uint64_t offset =
        i == 0 ? parts[i].offset : nextOffset(parts[i - 1], result.members.back().offset, parts[i]);
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
        if (!at)
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

Arrangement groupedByWriters(const LayoutParts &parts, std::uint32_t line) {
  Arrangement result;
  std::uint64_t end = 0;
  for (const Group &group : groups(parts)) {
    const std::size_t first = result.members.size();
    end = layOut(parts, packed(parts, group), roundedUp(end, line), result.members);
    result.members[first].aligned = first != 0;
  }
  result.size = recordSize(parts, result.members, line);
  return result;
}

} // namespace fsfind
