#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace fsfind::record::sim {

/// A block of the guest's heap, as the recording tells of it.
struct AllocationRecord {
  std::uint64_t address = 0, size = 0;
  std::uint64_t begin = 0, end = UINT64_MAX; ///< ns; UINT64_MAX = it lives
  std::uint64_t caller = 0;                  ///< return address of the call that took it
};

/// The guest's living blocks. Only those that a sample hits are recorded, so that the recording
/// does not grow with the number of allocations: at the first hit, and again when they end.
class AllocationTable {
public:
  /// Of several tellings of one block, as by operator new and the malloc in it, the last counts.
  void take(const AllocationRecord &block) {
    living_.insert_or_assign(block.address, Entry{block});
  }

  /// The block at this address was given back; returns its record if it has been recorded.
  std::optional<AllocationRecord> giveBack(std::uint64_t address, std::uint64_t time) {
    const auto found = living_.find(address);
    if (found == living_.end())
      return std::nullopt;
    const Entry entry = found->second;
    living_.erase(found);
    return entry.recorded ? std::optional(ended(entry, time)) : std::nullopt;
  }

  /// The block that has this byte, if it is to be recorded now.
  std::optional<AllocationRecord> hit(std::uint64_t address) {
    const auto next = living_.upper_bound(address);
    if (next == living_.begin())
      return std::nullopt;
    Entry &entry = std::prev(next)->second;
    if (entry.recorded || address - entry.block.address >= entry.block.size)
      return std::nullopt;
    entry.recorded = true;
    return entry.block;
  }

  /// All blocks end, as at an exec; returns those that have been recorded.
  std::vector<AllocationRecord> endAll(std::uint64_t time) const {
    std::vector<AllocationRecord> records;
    for (const auto &[address, entry] : living_)
      if (entry.recorded)
        records.push_back(ended(entry, time));
    return records;
  }

  /// The blocks are those of another process now, of which nothing has been recorded.
  void inherit() {
    for (auto &[address, entry] : living_)
      entry.recorded = false;
  }

private:
  struct Entry {
    AllocationRecord block;
    bool recorded = false;
  };
  static AllocationRecord ended(const Entry &entry, std::uint64_t time) {
    AllocationRecord record = entry.block;
    record.end = time;
    return record;
  }

  std::map<std::uint64_t, Entry> living_; ///< by address
};

} // namespace fsfind::record::sim
