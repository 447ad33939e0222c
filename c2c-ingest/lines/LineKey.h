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
                           std::uint32_t pid) const;
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
  const perf::AddressSpaces &spaces_;
  std::vector<std::uint32_t> file_ranks_; ///< by mapping: position of its file among all files
  std::uint64_t offset_mask_;
};

} // namespace fsfind::lines
