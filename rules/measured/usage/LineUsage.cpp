#include "rules/measured/usage/LineUsage.h"

#include "rules/model/AuthorFrame.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace fsfind {

namespace {

/// The most entries (threads times cells) of a line's table: 40 MB, enough for 16 thousand threads
/// on each byte of a line of 64.
constexpr std::size_t kMostCellUses = std::size_t{1} << 20;

struct Range {
  std::uint32_t begin = 0, end = 0;
  auto operator<=>(const Range &) const = default;
  [[nodiscard]] bool holds(const Range &other) const {
    return begin <= other.begin && other.end <= end;
  }
  [[nodiscard]] bool meets(const Range &other) const {
    return begin < other.end && other.begin < end;
  }
};

struct NamedRange {
  Range range;
  TargetIndex target;
  auto operator<=>(const NamedRange &) const = default;
};

/// The part of the line that [first, first + size) covers.
Range clipped(const Profile &profile, const Line &line, std::uint64_t first, std::uint64_t size) {
  const std::uint64_t end = profile.source.line_size;
  const std::uint64_t begin = first > line.address ? first - line.address : 0;
  const std::uint64_t stop = first + size - line.address;
  return {static_cast<std::uint32_t>(std::min(begin, end)),
          static_cast<std::uint32_t>(std::min(stop, end))};
}

/// A record of the author's of which no member could be named, such as a union. It is no unit: the
/// author can move its parts to different lines.
bool isWholeRecord(const Target &target) {
  return target.member.empty() && target.record && target.record->size == target.object.size;
}

/// The bytes of the named scalar, member or library object at `address`; empty if it has no name,
/// is larger than kLargestUnit, or is something that the author can separate: a record, or several
/// members.
std::optional<Range> unit(const Profile &profile, const Line &line, const Target &target,
                          std::uint64_t address) {
  if (target.evidence == Evidence::None || (target.member.empty() && target.object.type.empty()) ||
      isWholeRecord(target) || !target.parts.empty())
    return std::nullopt;
  const std::uint64_t first = target.object.address + target.member_offset;
  const std::uint64_t size = target.member_size != 0 ? target.member_size
                             : target.member.empty() ? target.object.size
                                                     : 0;
  if (size == 0 || size > kLargestUnit || address < first || address - first >= size)
    return std::nullopt;
  return clipped(profile, line, first, size);
}

Range accessed(const Access &access, const std::optional<Range> &unit, std::uint32_t line_size) {
  if (access.size == 0 && unit)
    return *unit;
  const std::uint32_t begin = std::min(access.offset, line_size - 1);
  const std::uint32_t size = std::max<std::uint32_t>(access.size, 1);
  return {begin, begin + std::min(size, line_size - begin)};
}

/// Offsets where cells begin and end: those of accesses and units, except inside a unit.
std::vector<std::uint32_t> boundaries(const std::vector<Range> &accesses,
                                      const std::vector<NamedRange> &units) {
  std::vector<std::uint32_t> bounds;
  bounds.reserve(2 * (accesses.size() + units.size()));
  for (const Range &range : accesses)
    bounds.insert(bounds.end(), {range.begin, range.end});
  for (const NamedRange &named : units)
    bounds.insert(bounds.end(), {named.range.begin, named.range.end});
  std::sort(bounds.begin(), bounds.end());
  bounds.erase(std::unique(bounds.begin(), bounds.end()), bounds.end());
  for (const NamedRange &named : units)
    bounds.erase(std::upper_bound(bounds.begin(), bounds.end(), named.range.begin),
                 std::lower_bound(bounds.begin(), bounds.end(), named.range.end));
  return bounds;
}

std::uint32_t cellAt(const std::vector<std::uint32_t> &bounds, std::uint32_t offset) {
  const auto after = std::upper_bound(bounds.begin(), bounds.end(), offset);
  return static_cast<std::uint32_t>(after - bounds.begin()) - 1;
}

template <class T> void sortUnique(std::vector<T> &values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

/// Names each cell by the smallest named range that holds it.
std::vector<Cell> namedCells(const std::vector<std::uint32_t> &bounds,
                             const std::vector<NamedRange> &names) {
  std::vector<Cell> cells;
  for (std::size_t i = 0; i + 1 < bounds.size(); ++i)
    cells.push_back({bounds[i], bounds[i + 1], std::nullopt});
  std::vector<std::uint32_t> length(cells.size(), UINT32_MAX);
  for (const NamedRange &name : names)
    for (std::uint32_t c = cellAt(bounds, name.range.begin);
         c < cells.size() && cells[c].begin < name.range.end; ++c)
      if (name.range.end - name.range.begin < length[c]) {
        length[c] = name.range.end - name.range.begin;
        cells[c].target = name.target;
      }
  return cells;
}

struct Ranges {
  std::vector<Range> accesses;
  std::vector<NamedRange> units;
  std::vector<NamedRange> names; ///< units, and ranges of named accesses that are no unit
};

/// Adds the units among the members that an access to several of them covers.
void addParts(const Profile &profile, const Line &line, const Target &target, Ranges &into) {
  for (const TargetIndex index : target.parts) {
    const Target &part = profile.target(index);
    const auto whole = unit(profile, line, part, part.object.address + part.member_offset);
    if (!whole || whole->begin == whole->end) // the access goes on in the next line
      continue;
    into.units.push_back({*whole, index});
    into.names.push_back({*whole, index});
  }
}

/// Samples of the objects on a line, and those of the most used one at each byte.
class ObjectSamples {
public:
  ObjectSamples(const Profile &profile, const Line &line)
      : profile_(profile), most_(profile.source.line_size) {
    for (const Access &access : line.accesses) {
      Samples &samples = samples_[keyOf(access.target)];
      samples.all += access.count;
      samples.contended += access.contended;
    }
  }

  void add(const NamedRange &name) {
    const Samples samples = samplesOf(name);
    for (std::uint32_t byte = name.range.begin; byte < name.range.end; ++byte) {
      most_[byte].all = std::max(most_[byte].all, samples.all);
      most_[byte].contended = std::max(most_[byte].contended, samples.contended);
    }
  }

  /// Another object at these bytes has far more samples, or is contended far more often.
  [[nodiscard]] bool isRare(const NamedRange &name) const {
    const Samples own = samplesOf(name);
    Samples most;
    for (std::uint32_t byte = name.range.begin; byte < name.range.end; ++byte) {
      most.all = std::max(most.all, most_[byte].all);
      most.contended = std::max(most.contended, most_[byte].contended);
    }
    if (most.contended != 0)
      return rare(own.contended, most.contended);
    return rare(own.all, most.all);
  }

private:
  using Key = std::pair<std::uint64_t, std::string_view>;
  struct Samples {
    std::uint64_t all = 0, contended = 0;
  };

  [[nodiscard]] Key keyOf(TargetIndex target) const {
    const Object &object = profile_.target(target).object;
    return {object.address, object.type};
  }
  [[nodiscard]] Samples samplesOf(const NamedRange &name) const {
    const auto known = samples_.find(keyOf(name.target));
    return known == samples_.end() ? Samples() : known->second;
  }

  const Profile &profile_;
  std::map<Key, Samples> samples_;
  std::vector<Samples> most_;
};

/// Memory is freed and given to another object, and a site may be named wrongly: what lies
/// somewhere is the object that was contended there most, or used most where none was.
void dropRareObjects(const Profile &profile, const Line &line, Ranges &ranges) {
  ObjectSamples samples(profile, line);
  for (const NamedRange &name : ranges.names)
    samples.add(name);
  const auto is_rare = [&](const NamedRange &name) { return samples.isRare(name); };
  std::erase_if(ranges.units, is_rare);
  std::erase_if(ranges.names, is_rare);
}

/// A stack is used again and again: where far more samples at a variable's bytes have no name than
/// have its own, they are of other frames, which have mostly ended, and so are these few.
void dropRareVariables(const Profile &profile, const Line &line, Ranges &ranges) {
  const auto is_on_stack = [&](const NamedRange &name) {
    return profile.target(name.target).object.kind == ObjectKind::Stack;
  };
  if (std::none_of(ranges.names.begin(), ranges.names.end(), is_on_stack))
    return;
  std::map<TargetIndex, std::uint64_t> named;
  std::vector<std::uint64_t> unnamed(std::max(profile.source.line_size, 1U));
  for (std::size_t i = 0; i < line.accesses.size(); ++i) {
    const Access &access = line.accesses[i];
    const Target &target = profile.target(access.target);
    named[access.target] += access.count;
    for (const TargetIndex part : target.parts)
      named[part] += access.count;
    const Range range = target.evidence == Evidence::None ? ranges.accesses[i] : Range();
    for (std::uint32_t byte = range.begin; byte < range.end; ++byte)
      unnamed[byte] += access.count;
  }
  const auto is_rare = [&](const NamedRange &name) {
    std::uint64_t most = 0;
    for (std::uint32_t byte = name.range.begin; byte < name.range.end; ++byte)
      most = std::max(most, unnamed[byte]);
    return is_on_stack(name) && rare(named[name.target], most);
  };
  std::erase_if(ranges.units, is_rare);
  std::erase_if(ranges.names, is_rare);
}

/// The units of a line that are members of records of the program's own, or such records.
std::vector<Range> ownUnits(const Profile &profile, const std::vector<NamedRange> &units) {
  std::vector<Range> own;
  for (const NamedRange &one : units)
    if (const Target &target = profile.target(one.target);
        target.record && !isLibraryName(target.object.type))
      own.push_back(one.range);
  return own;
}

/// A node of a container is the library's, but what it holds is the author's, who can align it: the
/// node is no unit, and its name is for the other bytes that are used by it.
void dropHolders(const Profile &profile, const Line &line, Ranges &ranges) {
  const std::vector<Range> own = ownUnits(profile, ranges.units);
  const auto any_own = [&](auto &&test) { return std::any_of(own.begin(), own.end(), test); };
  std::set<TargetIndex> holders;
  for (const auto &[range, target] : ranges.units)
    if (isLibraryName(profile.target(target).object.type) &&
        any_own([&](const Range &held) { return range.holds(held) && held != range; }))
      holders.insert(target);
  const auto is_holder = [&](const NamedRange &one) { return holders.contains(one.target); };
  std::erase_if(ranges.units, is_holder);
  std::erase_if(ranges.names, is_holder);
  for (std::size_t i = 0; !holders.empty() && i < line.accesses.size(); ++i) {
    const NamedRange used = {ranges.accesses[i], line.accesses[i].target};
    if (is_holder(used) && !any_own([&](const Range &held) { return held.meets(used.range); }))
      ranges.names.push_back(used);
  }
}

Ranges rangesOf(const Profile &profile, const Line &line) {
  Ranges ranges;
  ranges.accesses.reserve(line.accesses.size());
  for (const Access &access : line.accesses) {
    const Target &target = profile.target(access.target);
    const std::optional<Range> whole = unit(profile, line, target, line.address + access.offset);
    const Range range = accessed(access, whole, std::max(profile.source.line_size, 1U));
    ranges.accesses.push_back(range);
    if (whole)
      ranges.units.push_back({*whole, access.target});
    if (!target.parts.empty())
      addParts(profile, line, target, ranges);
    else if (target.evidence != Evidence::None)
      ranges.names.push_back({whole.value_or(range), access.target});
  }
  sortUnique(ranges.units);
  dropHolders(profile, line, ranges);
  sortUnique(ranges.names);
  dropRareObjects(profile, line, ranges);
  dropRareVariables(profile, line, ranges);
  return ranges;
}

/// The `most` threads with the most samples.
std::vector<ThreadIndex> busiest(const Line &line, std::size_t most) {
  std::map<ThreadIndex, std::uint64_t> samples;
  for (const Access &access : line.accesses)
    samples[access.thread] += access.count;
  std::vector<std::pair<std::uint64_t, ThreadIndex>> by_samples;
  for (const auto &[thread, count] : samples)
    by_samples.emplace_back(count, thread);
  std::sort(by_samples.begin(), by_samples.end(), std::greater<>());
  by_samples.resize(std::min(by_samples.size(), most));
  std::vector<ThreadIndex> threads;
  for (const auto &[count, thread] : by_samples)
    threads.push_back(thread);
  sortUnique(threads);
  return threads;
}

/// The threads that get a row in the table. Only a crafted recording has more than fit in.
std::vector<ThreadIndex> threadsOf(const Line &line, std::size_t cells) {
  std::vector<ThreadIndex> threads;
  threads.reserve(line.accesses.size());
  for (const Access &access : line.accesses)
    threads.push_back(access.thread);
  sortUnique(threads);
  const std::size_t most = kMostCellUses / std::max<std::size_t>(cells, 1);
  return threads.size() <= most ? threads : busiest(line, most);
}

std::optional<std::size_t> rowOf(const std::vector<ThreadIndex> &threads, ThreadIndex thread) {
  const auto found = std::lower_bound(threads.begin(), threads.end(), thread);
  if (found == threads.end() || *found != thread)
    return std::nullopt;
  return static_cast<std::size_t>(found - threads.begin());
}

CellUse useOf(const Access &access) {
  const bool store = access.kind == AccessKind::Store;
  CellUse use;
  (store ? use.stores : use.loads) = access.count;
  use.contended = access.contended;
  return use;
}

/// Adds an access to every cell of its range, from the last entry of `first_cell` on.
void addUse(LineUsage &usage, std::size_t row, const Range &range, const Access &access) {
  for (std::size_t c = usage.first_cell.back();
       c < usage.cells.size() && usage.cells[c].begin < range.end; ++c) {
    CellUse &use = usage.table.at(row, c);
    use += useOf(access);
    if (usage.cells[c].begin > range.begin || usage.cells[c].end < range.end)
      use.spanning += access.count;
  }
}

} // namespace

std::optional<std::size_t> LineUsage::row(ThreadIndex thread) const {
  return rowOf(threads, thread);
}

const CellUse &LineUsage::use(const Access &access, std::size_t access_number) const {
  static constexpr CellUse kNone;
  const auto at = access.sets ? std::nullopt : row(access.thread);
  return at ? table.at(*at, first_cell[access_number]) : kNone;
}

LineUsage lineUsage(const Profile &profile, const Line &line) {
  const Ranges ranges = rangesOf(profile, line);
  const std::vector<std::uint32_t> bounds = boundaries(ranges.accesses, ranges.units);
  LineUsage usage{namedCells(bounds, ranges.names), threadsOf(line, bounds.size()), {}, {0, 0}};
  usage.table = UsageTable(usage.threads.size(), usage.cells.size());
  usage.first_cell.reserve(line.accesses.size());
  bool stored = false;
  for (std::size_t i = 0; i < line.accesses.size(); ++i) {
    const Access &access = line.accesses[i];
    usage.first_cell.push_back(cellAt(bounds, ranges.accesses[i].begin));
    if (const auto row = rowOf(usage.threads, access.thread); row && !access.sets)
      addUse(usage, *row, ranges.accesses[i], access);
    stored |= access.kind == AccessKind::Store;
  }
  if (!stored && line.counters.isShared())
    usage.table.assumeWriters();
  usage.table.removeNoise();
  return usage;
}

} // namespace fsfind
