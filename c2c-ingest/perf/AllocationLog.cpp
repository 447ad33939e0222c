#include "c2c-ingest/perf/AllocationLog.h"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>

namespace fsfind::perf {
namespace {

/// Address of the byte behind the block; a block of no size takes a byte, too.
std::uint64_t endOf(const Allocation &block) {
  const std::uint64_t size = std::max<std::uint64_t>(block.size, 1);
  return block.address > UINT64_MAX - size ? UINT64_MAX : block.address + size;
}

auto identityOf(const Allocation &block) {
  return std::tuple(block.pid, block.address, block.begin);
}

/// Makes one block of the records of each.
void mergeRecords(std::vector<Allocation> &records) {
  // Of equal blocks the first is kept: the one whose end was told last, as an exec that fails ends
  // blocks too early.
  std::sort(records.begin(), records.end(), [](const Allocation &a, const Allocation &b) {
    const auto order = [](const Allocation &block) {
      return std::tuple(identityOf(block), block.end == UINT64_MAX, UINT64_MAX - block.end);
    };
    return order(a) < order(b);
  });
  const auto same = [](const Allocation &a, const Allocation &b) {
    return identityOf(a) == identityOf(b);
  };
  records.erase(std::unique(records.begin(), records.end(), same), records.end());
}

/// Ends blocks of one process where another takes their bytes.
void endOverlapping(std::span<Allocation> blocks) {
  std::vector<Allocation *> by_time;
  for (Allocation &block : blocks)
    by_time.push_back(&block);
  std::stable_sort(by_time.begin(), by_time.end(),
                   [](const Allocation *a, const Allocation *b) { return a->begin < b->begin; });
  std::map<std::uint64_t, Allocation *> latest; ///< by address; they do not overlap
  for (Allocation *block : by_time) {
    auto place = latest.lower_bound(endOf(*block));
    while (place != latest.begin() && endOf(*std::prev(place)->second) > block->address) {
      Allocation &earlier = *std::prev(place)->second;
      earlier.end = std::min(earlier.end, block->begin);
      place = latest.erase(std::prev(place));
    }
    latest.emplace(block->address, block);
  }
}

} // namespace

std::optional<Allocation> decodeAllocation(Bytes payload, bool swap) {
  ByteReader reader(payload, swap);
  Allocation block;
  block.pid = reader.u32();
  reader.skip(4); // tid
  const std::uint64_t mark = reader.u64();
  if (mark != kAllocationMark && mark != kCalledAllocationMark)
    return std::nullopt;
  block.address = reader.u64();
  block.size = reader.u64();
  block.begin = reader.u64();
  block.end = reader.u64();
  block.caller = reader.u64();
  if (mark == kCalledAllocationMark) {
    StackSight stack;
    stack.pid = block.pid;
    stack.time = UINT64_MAX;
    stack.returns = block.caller;
    stack.pointer = reader.u64();
    stack.frame = reader.u64();
    stack.words = decodeWords(reader);
    block.stack = std::make_shared<const StackSight>(std::move(stack));
  }
  return reader.ok() ? std::optional(block) : std::nullopt;
}

std::uint64_t lastOf(const Allocation &record) {
  return record.end == UINT64_MAX ? record.begin : record.end;
}

AllocationLog logOf(std::vector<Allocation> records, std::uint64_t known_until) {
  mergeRecords(records);
  for (Allocation &block : records)
    block.end = std::min(block.end, known_until);
  std::erase_if(records, [](const Allocation &block) { return block.begin > block.end; });
  for (auto first = records.begin(); first != records.end();) {
    const auto last = std::find_if(
        first, records.end(), [&](const Allocation &block) { return block.pid != first->pid; });
    endOverlapping(std::span(first, last));
    first = last;
  }
  return records;
}

} // namespace fsfind::perf
