#include "c2c-ingest/perf/AddressSpaces.h"

#include "c2c-ingest/perf/SideRecords.h"

#include <algorithm>
#include <map>

namespace fsfind::perf {

namespace {

constexpr std::uint32_t kMapShared = 0x01;     // MAP_SHARED, asm-generic/mman-common.h
constexpr std::uint32_t kMapHugeTlb = 0x40000; // MAP_HUGETLB
constexpr std::uint32_t kKernelPid = UINT32_MAX;
/// Range visits allowed in all. A real recording needs some hundred thousand; a crafted one could
/// make the histories quadratic.
constexpr std::size_t kMaxSteps = std::size_t{1} << 24;

Mapping makeMapping(const MmapEvent &event) {
  Mapping mapping;
  mapping.start = event.address;
  mapping.end =
      event.length > UINT64_MAX - event.address ? UINT64_MAX : event.address + event.length;
  mapping.file_offset = event.file_offset;
  mapping.file = {event.major,    event.minor, event.inode, event.inode_generation,
                  event.build_id, event.file};
  mapping.shared = (event.flags & kMapShared) != 0;
  mapping.mode = event.mode;
  mapping.identity = event.mode == CpuMode::Kernel || isMemoryWithoutFile(event.file, event.flags);
  if (event.file.starts_with("[vdso"))
    mapping.file_offset = 0; // the kernel gives an address here, not an offset into the image
  return mapping;
}

} // namespace

bool isMemoryWithoutFile(std::string_view name, std::uint32_t map_flags) {
  return name == "//anon" || name.starts_with("/dev/zero") || name.starts_with("/anon_hugepage") ||
         name.starts_with("[stack") || name.starts_with("/SYSV") || name == "[heap]" ||
         name.starts_with("[anon") || (map_flags & kMapHugeTlb);
}

/// Replays side events in time order; every address range keeps the history of its mappings.
class AddressSpaces::Builder {
public:
  explicit Builder(AddressSpaces &spaces) : spaces_(spaces) { spaces_.mappings_.emplace_back(); }

  void apply(const SideEvent &side) {
    if (const auto *mmap = std::get_if<MmapEvent>(&side.event))
      applyMmap(*mmap, side.when);
    else if (const auto *fork = std::get_if<ForkEvent>(&side.event))
      applyFork(*fork, side.when);
    else if (const auto *comm = std::get_if<CommEvent>(&side.event); comm && comm->exec)
      clear(processes_[comm->pid], side.when);
  }

  void finish() {
    flatten(kernel_, spaces_.kernel_);
    for (const auto &[pid, history] : processes_)
      flatten(history, spaces_.processes_[pid]);
  }

private:
  struct History {
    std::map<std::uint64_t, std::vector<Change>> ranges; ///< by start, each to the next start
  };

  bool spend(std::size_t steps) {
    if (steps > steps_left_) {
      ++spaces_.dropped_changes_;
      return false;
    }
    steps_left_ -= steps;
    return true;
  }

  /// Makes `address` the start of a range; false if the budget is spent.
  bool split(History &history, std::uint64_t address) {
    auto after = history.ranges.upper_bound(address);
    if (after == history.ranges.begin()) {
      history.ranges.emplace(address, std::vector<Change>{});
      return true;
    }
    const auto before = std::prev(after);
    if (before->first == address)
      return true;
    if (!spend(before->second.size() + 1))
      return false;
    history.ranges.emplace_hint(after, address, before->second);
    return true;
  }

  void map(History &history, std::uint64_t start, std::uint64_t end, Change change) {
    if (start >= end || !split(history, start) || !split(history, end))
      return;
    for (auto at = history.ranges.find(start); at != history.ranges.end() && at->first < end;
         ++at) {
      if (!spend(1))
        return;
      at->second.push_back(change);
    }
  }

  void clear(History &history, std::uint64_t when) {
    if (!spend(history.ranges.size()))
      return;
    for (auto &[start, changes] : history.ranges)
      if (!changes.empty() && changes.back().mapping != kNoMapping)
        changes.push_back({when, kNoMapping});
  }

  void applyMmap(const MmapEvent &event, std::uint64_t when) {
    if (event.length == 0)
      return;
    const bool kernel = event.mode == CpuMode::Kernel || event.pid == kKernelPid;
    History &history = kernel ? kernel_ : processes_[event.pid];
    const MappingIndex index(spaces_.mappings_.size());
    Mapping mapping = makeMapping(event);
    if (mapping.identity && !kernel)
      mapping.continues = fileBefore(history, mapping.start);
    spaces_.mappings_.push_back(mapping);
    map(history, mapping.start, mapping.end, {when, index});
  }

  /// The file mapping that ends at `address`, or the one that memory which ends there continues.
  MappingIndex fileBefore(const History &history, std::uint64_t address) const {
    const auto at = history.ranges.lower_bound(address);
    if (at == history.ranges.end() || at->first != address || at == history.ranges.begin())
      return kNoMapping;
    const std::vector<Change> &changes = std::prev(at)->second;
    const MappingIndex before = changes.empty() ? kNoMapping : changes.back().mapping;
    const Mapping &mapping = spaces_.mappings_[before.value()];
    return mapping.identity ? mapping.continues : before;
  }

  void applyFork(const ForkEvent &event, std::uint64_t when) {
    if (event.pid == event.parent_pid || event.exec)
      return; // threads share mappings; those of a synthesised process follow as records
    const auto found = processes_.find(event.parent_pid);
    if (found == processes_.end() || !spend(found->second.ranges.size()))
      return;
    const History &parent = found->second; // stays valid when the child is inserted
    History &child = processes_[event.pid];
    clear(child, when);
    for (auto at = parent.ranges.begin(); at != parent.ranges.end(); ++at) {
      const auto next = std::next(at);
      if (next != parent.ranges.end() && !at->second.empty() &&
          at->second.back().mapping != kNoMapping)
        map(child, at->first, next->first, {when, at->second.back().mapping});
    }
  }

  static void flatten(const History &history, Space &space) {
    for (const auto &[start, changes] : history.ranges) {
      space.starts.push_back(start);
      space.first_change.push_back(static_cast<std::uint32_t>(space.changes.size()));
      space.changes.insert(space.changes.end(), changes.begin(), changes.end());
    }
    space.first_change.push_back(static_cast<std::uint32_t>(space.changes.size()));
  }

  AddressSpaces &spaces_;
  std::unordered_map<std::uint32_t, History> processes_;
  History kernel_;
  std::size_t steps_left_ = kMaxSteps;
};

AddressSpaces::AddressSpaces(const std::vector<SideEvent> &events) {
  Builder builder(*this);
  for (const SideEvent *event : inTimeOrder(events))
    builder.apply(*event);
  builder.finish();
}

const AddressSpaces::Space *MappingLookup::spaceOf(std::uint32_t pid, CpuMode mode) {
  if (mode == CpuMode::Kernel)
    return &spaces_->kernel_;
  if (mode != CpuMode::User)
    return nullptr;
  if (!last_pid_known_ || last_pid_ != pid) {
    const auto found = spaces_->processes_.find(pid);
    last_space_ = found == spaces_->processes_.end() ? nullptr : &found->second;
    last_pid_ = pid;
    last_pid_known_ = true;
  }
  return last_space_;
}

MappingLookup::Answer MappingLookup::ask(const AddressSpaces::Space &space, std::uint64_t address,
                                         std::uint64_t when) {
  Answer answer{0, UINT64_MAX, 0, UINT64_MAX};
  const auto after = std::upper_bound(space.starts.begin(), space.starts.end(), address);
  if (after != space.starts.end())
    answer.end_address = *after;
  if (after == space.starts.begin())
    return answer;
  answer.first_address = *std::prev(after);
  const auto range = static_cast<std::size_t>(after - space.starts.begin()) - 1;
  const auto first = space.changes.begin() + space.first_change[range];
  const auto last = space.changes.begin() + space.first_change[range + 1];
  const auto later =
      std::upper_bound(first, last, when, [](std::uint64_t time, const AddressSpaces::Change &c) {
        return time < c.when;
      });
  if (later != last)
    answer.end_time = later->when;
  if (later != first) {
    answer.first_time = std::prev(later)->when;
    answer.mapping = std::prev(later)->mapping;
  }
  return answer;
}

MappingIndex MappingLookup::findAnew(std::uint32_t pid, CpuMode mode, std::uint64_t address,
                                     std::uint64_t when) {
  const AddressSpaces::Space *space = spaceOf(pid, mode);
  if (!space)
    return kNoMapping;
  Answer answer = ask(*space, address, when);
  answer.pid = pid;
  answer.mode = mode;
  const std::uint64_t large = address >> kLargeShift << kLargeShift;
  const bool all_of_it = answer.first_address <= large &&
                         answer.end_address - large >= std::uint64_t{1} << kLargeShift;
  answers_[slotOf(pid, address, all_of_it ? kLargeShift : kSmallShift)] = answer;
  return answer.mapping;
}

} // namespace fsfind::perf
