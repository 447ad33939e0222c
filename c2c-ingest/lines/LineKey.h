#pragma once

#include "c2c-ingest/base/Interner.h"
#include "c2c-ingest/perf/AddressSpaces.h"

#include <compare>
#include <vector>

namespace fsfind::lines {

/// Samples with equal keys lie on one cacheline, by perf c2c's rule (sort__dcacheline_cmp,
/// tools/perf/util/sort.c). The order is the one in which perf keeps lines of equal counts: CPU
/// mode; mapped before unmapped; file; process for private memory; address.
struct LineKey {
  std::uint64_t group = 0;   ///< see LineKeys
  std::uint64_t address = 0; ///< of the line; relative to the file for mapped files
  auto operator<=>(const LineKey &) const = default;
};
struct LineKeyHash {
  std::size_t operator()(const LineKey &key) const {
    return ingest::mixHash(key.group, key.address);
  }
};

/// Computes line keys. Immutable, so workers share one object.
class LineKeys {
public:
  LineKeys(const perf::AddressSpaces &spaces, std::uint32_t line_size);

  [[nodiscard]] LineKey of(std::uint64_t address, perf::MappingIndex mapping, perf::CpuMode mode,
                           std::uint32_t pid) const {
    const Part &part = parts_[mapping.value()];
    return {static_cast<std::uint64_t>(mode) << kModeShift | part.group |
                (part.per_process ? pid : 0),
            lineOf(address + part.delta)};
  }
  [[nodiscard]] std::uint32_t offset(std::uint64_t address) const {
    return static_cast<std::uint32_t>(address & offset_mask_);
  }
  [[nodiscard]] std::uint32_t lineSize() const {
    return static_cast<std::uint32_t>(offset_mask_ + 1);
  }
  [[nodiscard]] std::uint64_t lineOf(std::uint64_t address) const {
    return address & ~offset_mask_;
  }

private:
  // A group is one number: mode, unmapped, file rank, pid from the top bit down.
  static constexpr unsigned kModeShift = 61;
  static constexpr unsigned kUnmappedShift = 60;
  static constexpr unsigned kFileShift = 32;

  /// What the keys of a mapping's lines have in common.
  struct Part {
    std::uint64_t group = 0; ///< without mode and process
    std::uint64_t delta = 0; ///< added to an address (modulo 2^64) it gives the relative one
    bool per_process = false;
  };
  std::vector<Part> parts_; ///< by mapping
  std::uint64_t offset_mask_;
};

} // namespace fsfind::lines
