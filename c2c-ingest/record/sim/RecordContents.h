#pragma once

#include "c2c-ingest/record/layout/Options.h"
#include "c2c-ingest/record/layout/SharedHead.h"
#include "c2c-ingest/record/sim/Thinning.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fsfind::record::sim {

/// The records of a recording that several processes write. When they come near Options::max_bytes,
/// all of them are thinned, so that the whole run is recorded, however long it is.
///
/// A process may be killed at any moment: records that are there stay whole, as they are copied
/// behind themselves when they are thinned, and back to the front, and the head tells which copy
/// counts.
class RecordContents {
public:
  /// Both must outlive this object.
  RecordContents(const SharedHead &head, const Options &options) : head_(head), options_(options) {}

  /// Writes whole records, or as many of them as the recording keeps. Returns the errno of a write
  /// that failed, else 0.
  int append(int file, std::span<const std::byte> records);

  /// How many times all sampling periods are doubled by now.
  [[nodiscard]] unsigned doublings() const {
    return std::atomic_ref(head_.status().doublings).load(std::memory_order_relaxed);
  }

private:
  int appendLocked(int file, std::span<const std::byte> records);
  [[nodiscard]] std::uint64_t limit() const;
  [[nodiscard]] bool hasRoomFor(std::uint64_t bytes, std::uint64_t others) const;
  int thin(int file);
  int rewrite(int file);

  const SharedHead &head_;
  const Options &options_;
  std::vector<std::byte> space_; ///< for what is being written
};

} // namespace fsfind::record::sim
