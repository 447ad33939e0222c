#include "c2c-ingest/record/sim/Thinning.h"

#include "c2c-ingest/record/sim/StoredRecords.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace fsfind::record::sim {
namespace {

using Bytes = std::span<const std::byte>;

constexpr std::size_t kMarkAt = 16;

template <class T> T read(Bytes record, std::size_t at = 0) {
  T value{};
  std::memcpy(&value, record.data() + at, sizeof(value));
  return value;
}

void append(Bytes record, std::vector<std::byte> &out) {
  out.insert(out.end(), record.begin(), record.end());
}

} // namespace

Thinning::Thinning(const Options &options, const RecordingStatus &status)
    : options_(options), doublings_(status.doublings), names_(status.keeps == RecordingStatus::All),
      loads_(options.seed + doublings_), stores_(options.seed + doublings_ + 1) {}

Thinning::Kind Thinning::kindOf(Bytes record) {
  const auto type = read<std::uint32_t>(record);
  if (type == perf::kRecordSample && record.size() == sizeof(StoredSample))
    return Kind::Sample;
  if (type != perf::kRecordItraceStart || record.size() < sizeof(StoredBlock))
    return Kind::Other;
  const auto mark = read<std::uint64_t>(record, kMarkAt);
  if (mark == perf::kAllocationMark || mark == perf::kCalledAllocationMark)
    return Kind::Block;
  return mark == perf::kStackMark ? Kind::Stack : Kind::Other;
}

/// A sample that is thinned already, or more than is asked for, stays as it is.
bool Thinning::keepSample(Bytes record, std::vector<std::byte> &out) {
  auto sample = read<StoredSample>(record);
  const bool load = sample.event == kLoadsId;
  const std::uint64_t base = load ? options_.load_period : options_.store_period;
  const auto thinned = static_cast<unsigned>(std::bit_width(sample.period / base)) - 1;
  const unsigned missing = thinned < doublings_ ? doublings_ - thinned : 0;
  if (!(load ? loads_ : stores_).takes(missing))
    return false;
  sample.period <<= missing;
  append(std::as_bytes(std::span(&sample, 1)), out);
  if (notes_spots_)
    hits_.push_back({sample.pid, sample.address, sample.time});
  return true;
}

void Thinning::count(Bytes record) {
  const Kind kind = kindOf(record);
  others_ += kind == Kind::Sample ? 0 : record.size();
  blocks_ += kind == Kind::Block ? record.size() : 0;
}

void Thinning::keepOther(Bytes record, std::vector<std::byte> &out) {
  append(record, out);
  count(record);
}

Bytes Thinning::kept(Bytes records, std::vector<std::byte> &space) {
  if (doublings_ == 0 && names_) {
    forEachRecord(records, [&](Bytes record) { count(record); });
    return records;
  }
  space.clear();
  forEachRecord(records, [&](Bytes record) {
    const Kind kind = kindOf(record);
    if (kind == Kind::Sample)
      keepSample(record, space);
    else if (names_ || kind == Kind::Other)
      keepOther(record, space);
  });
  return space;
}

void Thinning::keepAllButBlocks(Bytes records, std::vector<std::byte> &out) {
  notes_spots_ = names_;
  forEachRecord(records, [&](Bytes record) {
    const Kind kind = kindOf(record);
    if (kind == Kind::Sample)
      keepSample(record, out);
    else if (kind == Kind::Block && names_)
      noteBlock(record);
    else if (kind == Kind::Other || (kind == Kind::Stack && names_))
      keepOther(record, out);
  });
}

void Thinning::noteBlock(Bytes record) {
  has_blocks_ = true;
  const auto block = read<StoredBlock>(record);
  if (block.end != UINT64_MAX)
    ended_.push_back({block.pid, block.address, block.begin});
}

/// The record of a block that lives is not needed where another one tells of its end.
void Thinning::keepHitBlocks(Bytes records, std::vector<std::byte> &out) {
  if (!sorted_) {
    std::sort(hits_.begin(), hits_.end());
    std::sort(ended_.begin(), ended_.end());
    sorted_ = true;
  }
  forEachRecord(records, [&](Bytes record) {
    if (kindOf(record) != Kind::Block)
      return;
    const auto block = read<StoredBlock>(record);
    const bool told_again =
        block.end == UINT64_MAX && std::binary_search(ended_.begin(), ended_.end(),
                                                      Spot{block.pid, block.address, block.begin});
    if (!told_again && isHit(block))
      keepOther(record, out);
  });
}

/// Looks at each byte that was hit: hits of one byte are in the order of time.
bool Thinning::isHit(const StoredBlock &block) const {
  Spot sought{block.pid, block.address, block.begin};
  for (;;) {
    const auto hit = std::lower_bound(hits_.begin(), hits_.end(), sought);
    if (hit == hits_.end() || hit->pid != block.pid || hit->address - block.address >= block.size)
      return false;
    if (hit->address == sought.address && hit->time < block.end)
      return true;
    if (hit->address == sought.address)
      sought = {block.pid, hit->address + 1, block.begin};
    else
      sought.address = hit->address;
  }
}

} // namespace fsfind::record::sim
