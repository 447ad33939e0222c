#pragma once

#include "c2c-ingest/record/sim/StackRecord.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <tsl/robin_map.h>
#include <utility>
#include <vector>

namespace fsfind::record::sim {

/// A block of the guest's heap, as the recording tells of it.
struct AllocationRecord {
  std::uint64_t address = 0, size = 0;
  std::uint64_t begin = 0, end = UINT64_MAX; ///< ns; UINT64_MAX = it lives
  std::uint64_t caller = 0;                  ///< return address of the call that took it
  const StackRecord *stack = nullptr;        ///< at that call; null if not kept
};

/// The guest's living blocks. Only those that a sample hits are recorded, so that the recording
/// does not grow with the number of allocations: at the first hit, and again when they end.
///
/// A hit may be told after the block has ended, until `forgetEnded`.
///
/// While the simulation rests, between bursts, nothing that happens is told as a hit later. Most
/// blocks live shortly: those that are taken and given back within one rest leave no trace, and
/// only what is left of the others is brought into the order in which hits are looked up.
class AllocationTable {
public:
  /// Of several tellings of one block, as by operator new and the malloc in it, the last counts.
  /// One that was told before at this address ends; returns its record if it has been recorded.
  /// `rests`: the simulation does.
  std::optional<AllocationRecord> take(const AllocationRecord &block, bool rests = false) {
    if (rests) {
      const auto before = endLiving(block.address, block.begin);
      young_.insert_or_assign(block.address, block);
      return before;
    }
    young_.erase(block.address);
    Entry &entry = living_[block.address];
    const Entry before = std::exchange(entry, Entry{block});
    return before.recorded != 0 ? std::optional(ended(before, block.begin)) : std::nullopt;
  }

  /// The block at this address was given back; returns its record if it has been recorded.
  /// `rests_since`: the simulation does since that time; UINT64_MAX if it does not.
  std::optional<AllocationRecord> giveBack(std::uint64_t address, std::uint64_t time,
                                           std::uint64_t rests_since = UINT64_MAX) {
    if (const auto young = young_.find(address); young != young_.end()) {
      if (young->second.begin >= rests_since) {
        young_.erase(young);
        return std::nullopt;
      }
      settle();
    }
    return endLiving(address, time);
  }

  /// Bytes of the living block that begins there; 0 if there is none.
  [[nodiscard]] std::uint64_t sizeAt(std::uint64_t address) const {
    if (const auto young = young_.find(address); young != young_.end())
      return young->second.size;
    const auto found = living_.find(address);
    return found == living_.end() ? 0 : found->second.block.size;
  }

  /// The block that had this byte at that time, if it is to be recorded now.
  std::optional<AllocationRecord> hit(std::uint64_t address, std::uint64_t time) {
    settle();
    const auto next = living_.upper_bound(address);
    if (next != living_.begin()) {
      Entry &entry = std::prev(next)->second;
      if (holds(entry.block, address, time))
        return recordNow(entry);
    }
    auto past = ended_.upper_bound(address);
    for (unsigned looks = 0; looks != kMostLooks && past != ended_.begin(); ++looks)
      if (Entry &entry = (--past)->second; holds(entry.block, address, time))
        return recordNow(entry);
    return std::nullopt;
  }
  /// No hit before that time will be told any more.
  void forgetEnded(std::uint64_t time) {
    for (; !ending_.empty() && ending_.front().first < time; ending_.pop_front())
      ended_.erase(ending_.front().second);
  }

  /// Records of blocks may be lost: those that are hit from now on are recorded again.
  void recordAnew() { ++recording_; }

  /// All blocks end, as at an exec; returns those that have been recorded.
  std::vector<AllocationRecord> endAll(std::uint64_t time) {
    settle();
    std::vector<AllocationRecord> records;
    for (const auto &[address, entry] : living_)
      if (entry.recorded != 0)
        records.push_back(ended(entry, time));
    return records;
  }

  /// The blocks are those of another process now, of which nothing has been recorded.
  void inherit() {
    settle();
    ended_.clear();
    ending_.clear();
    for (auto &[address, entry] : living_)
      entry.recorded = 0;
  }

private:
  struct Entry {
    AllocationRecord block;
    unsigned recorded = 0; ///< `recording_` when it was; 0: it was not
  };
  std::optional<AllocationRecord> recordNow(Entry &entry) const {
    return std::exchange(entry.recorded, recording_) == recording_ ? std::nullopt
                                                                   : std::optional(entry.block);
  }
  /// Returns the record of the living block at this address if it has been recorded.
  std::optional<AllocationRecord> endLiving(std::uint64_t address, std::uint64_t time) {
    const auto found = living_.find(address);
    if (found == living_.end())
      return std::nullopt;
    const Entry entry = found->second;
    living_.erase(found);
    if (entry.recorded != 0)
      return ended(entry, time);
    ending_.emplace_back(time, ended_.emplace(entry.block.address, Entry{ended(entry, time)}));
    return std::nullopt;
  }
  /// Blocks that were taken while the simulation rested are living as all others.
  void settle() {
    if (young_.empty())
      return;
    for (const auto &[address, block] : young_)
      living_.insert_or_assign(address, Entry{block});
    young_.clear();
  }
  static AllocationRecord ended(const Entry &entry, std::uint64_t time) {
    AllocationRecord record = entry.block;
    record.end = time;
    return record;
  }

  static bool holds(const AllocationRecord &block, std::uint64_t address, std::uint64_t time) {
    return address - block.address < block.size && block.begin <= time && time < block.end;
  }

  unsigned recording_ = 1;
  std::map<std::uint64_t, Entry> living_; ///< by address
  /// Of the blocks that live, some that were taken while the simulation rested, likewise. No
  /// address is in both.
  tsl::robin_map<std::uint64_t, AllocationRecord> young_;
  /// Of those that ended lately, by address. Several may have had a byte, one after the other.
  using Ended = std::multimap<std::uint64_t, Entry>;
  static constexpr unsigned kMostLooks = 32;
  Ended ended_;
  std::deque<std::pair<std::uint64_t, Ended::iterator>> ending_; ///< the same, by end
};

} // namespace fsfind::record::sim
