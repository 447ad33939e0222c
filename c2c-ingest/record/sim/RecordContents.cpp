#include "c2c-ingest/record/sim/RecordContents.h"

#include "c2c-ingest/record/layout/RecordPlace.h"
#include "c2c-ingest/record/sim/StoredRecords.h"

#include <algorithm>
#include <functional>
#include <sys/stat.h>

namespace fsfind::record::sim {
namespace {

constexpr std::size_t kChunk = 1U << 20; // more than a record, whose size has 16 bits
/// A period that is doubled more often overflows, and no recording has so many samples.
constexpr std::uint32_t kMostDoublings = 20;

std::uint64_t sizeOf(int file) {
  struct stat status{};
  return fstat(file, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

/// Bytes of the whole records at the start of `bytes`.
std::size_t wholeRecords(std::span<const std::byte> bytes) {
  std::size_t whole = 0;
  forEachRecord(bytes, [&](std::span<const std::byte> record) { whole += record.size(); });
  return whole;
}

/// Reads a part of the file in chunks of whole records. What is no record ends the walk.
int forEachChunk(int file, std::uint64_t begin, std::uint64_t end,
                 const std::function<int(std::span<const std::byte>)> &consume) {
  std::vector<std::byte> chunk;
  while (begin < end) {
    chunk.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kChunk, end - begin)));
    if (const int error = readAt(file, chunk, begin); error != 0)
      return error;
    const std::size_t whole = wholeRecords(chunk);
    if (whole == 0)
      return 0;
    if (const int error = consume(std::span(chunk).first(whole)); error != 0)
      return error;
    begin += whole;
  }
  return 0;
}

} // namespace

int RecordContents::append(int file, std::span<const std::byte> records) {
  RecordingStatus &status = head_.status();
  status.mutex.lock();
  int error = 0;
  // Whoever was thinning the records was killed: they are there, but perhaps not where they belong.
  if (status.rewriting != 0)
    error = rewrite(file);
  if (error == 0 && status.state != RecordingStatus::Finished)
    error = appendLocked(file, records);
  status.mutex.unlock();
  return error;
}

int RecordContents::appendLocked(int file, std::span<const std::byte> records) {
  RecordingStatus &status = head_.status();
  for (;;) {
    if (status.keeps == RecordingStatus::Nothing)
      return 0;
    Thinning thinning(options_, status);
    const std::span<const std::byte> kept = thinning.kept(records, space_);
    if (hasRoomFor(kept.size(), thinning.others())) {
      const std::uint64_t size = head_.size();
      if (const int error = writeAt(file, kept, head_.begin() + size); error != 0)
        return error;
      status.others += thinning.others();
      status.blocks += thinning.blocks();
      head_.size() = size + kept.size();
      return 0;
    }
    if (const int error = thin(file); error != 0)
      return error;
  }
}

/// Some room is left for the description of the machine, which follows the records in the end.
std::uint64_t RecordContents::limit() const {
  return options_.max_bytes - options_.max_bytes / 16;
}

/// True if the recording stays below its limit with so many more bytes, `others` of them of records
/// that are no samples, even when a thinned copy is written behind it.
bool RecordContents::hasRoomFor(std::uint64_t bytes, std::uint64_t others) const {
  const std::uint64_t size = head_.size() + bytes;
  const std::uint64_t unthinned = std::min(size, head_.status().others + others);
  return size + unthinned + (size - unthinned) / 2 <= limit();
}

/// Doubles the periods; or, where few samples are left and allocations that go with them, keeps
/// less of what else there is.
int RecordContents::thin(int file) {
  RecordingStatus &status = head_.status();
  const std::uint64_t size = head_.size(), samples = size - std::min(size, status.others);
  if (samples + status.blocks >= limit() / 8 && status.doublings < kMostDoublings)
    std::atomic_ref(status.doublings).fetch_add(1);
  else
    ++status.keeps;
  return rewrite(file);
}

/// Thins the records to the present periods. The order of the steps is what keeps them whole.
int RecordContents::rewrite(int file) {
  RecordingStatus &status = head_.status();
  // A process that was killed may have told only where the copy begins.
  const std::uint64_t begin = head_.begin(), end = std::min(begin + head_.size(), sizeOf(file));
  status.rewriting = 1;
  Thinning thinning(options_, status);
  std::uint64_t copied = end;
  const auto copy = [&](auto keep) {
    return forEachChunk(file, begin, end, [&](std::span<const std::byte> records) {
      space_.clear();
      (thinning.*keep)(records, space_);
      const int error = writeAt(file, space_, copied);
      copied += space_.size();
      return error;
    });
  };
  int error = copy(&Thinning::keepAllButBlocks);
  if (error == 0 && thinning.hasBlocks())
    error = copy(&Thinning::keepHitBlocks);
  if (error != 0)
    return error;
  status.others = thinning.others();
  status.blocks = thinning.blocks();
  error = replaceByCopy(file, head_, end, copied - end);
  status.rewriting = 0;
  return error;
}

} // namespace fsfind::record::sim
