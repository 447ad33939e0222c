#include "c2c-ingest/lines/BlockTable.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace fsfind::lines {

namespace {

/// Most places where blocks begin that are tried below an address: memory of one large block may
/// later hold very many small ones.
constexpr int kMostTried = 64;

std::uint64_t endOf(const perf::Allocation &one) {
  return one.size > UINT64_MAX - one.address ? UINT64_MAX : one.address + one.size;
}

} // namespace

BlockTable::BlockTable(const perf::AllocationLog &log) {
  using Call = std::tuple<std::uint64_t, std::uint64_t, std::vector<std::uint64_t>>;
  std::map<Call, BlockIndex> numbers; // at one address
  for (const perf::Allocation &one : log) {
    const Start *before =
        starts_.empty() || starts_.back().pid != one.pid ? nullptr : &starts_.back();
    const std::uint64_t last_end = before ? std::max(before->last_end, endOf(one)) : endOf(one);
    if (!before || before->address != one.address) {
      starts_.push_back({one.pid, one.address, last_end, lives_.size(), lives_.size()});
      numbers.clear();
    }
    const auto [number, fresh] =
        numbers.try_emplace({one.size, one.caller, one.handed_on}, BlockIndex(blocks_.size()));
    if (fresh)
      blocks_.push_back({one.pid, one.address, one.size, one.caller, one.handed_on});
    lives_.push_back({one.begin, one.end, number->second});
    starts_.back().last_end = last_end;
    starts_.back().end_life = lives_.size();
  }
}

BlockIndex BlockTable::find(std::uint32_t pid, std::uint64_t address, std::uint64_t time) const {
  auto start = std::upper_bound(starts_.begin(), starts_.end(), std::tuple(pid, address),
                                [](const auto &key, const Start &other) {
                                  return key < std::tuple(other.pid, other.address);
                                });
  for (int tried = 0; tried < kMostTried && start != starts_.begin(); ++tried) {
    --start;
    if (start->pid != pid || start->last_end <= address)
      break;
    if (const BlockIndex found = findIn(*start, address, time); found != kNoBlock)
      return found;
  }
  return kNoBlock;
}

/// The block that begins at `start` and lived at the time, if it reaches to the address.
BlockIndex BlockTable::findIn(const Start &start, std::uint64_t address, std::uint64_t time) const {
  const auto first = lives_.begin() + static_cast<std::ptrdiff_t>(start.first_life);
  const auto end = lives_.begin() + static_cast<std::ptrdiff_t>(start.end_life);
  const auto after = std::upper_bound(
      first, end, time, [](std::uint64_t when, const Life &life) { return when < life.begin; });
  if (after == first)
    return kNoBlock;
  const Life &life = *std::prev(after);
  const Block &block = blocks_[life.block.value()];
  return time < life.end && address - block.address < block.size ? life.block : kNoBlock;
}

} // namespace fsfind::lines
