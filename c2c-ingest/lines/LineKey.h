#pragma once

#include "c2c-ingest/lines/CellTable.h"

#include <map>
#include <vector>

namespace fsfind::lines {

/// A group of lines between which addresses are comparable, in perf's order (sort__dcacheline_cmp,
/// tools/perf/util/sort.c): CPU mode; mapped before unmapped; file; process for private memory.
struct LineGroup {
  std::uint32_t mode = 0;
  bool unmapped = false;
  perf::FileIdentity file;
  std::uint32_t pid = 0;
  auto operator<=>(const LineGroup &) const = default;
};

/// Numbers the groups of cells.
class LineGroups {
public:
  explicit LineGroups(const perf::AddressSpaces &spaces) : spaces_(spaces) {}

  std::uint32_t of(const CellKey &key);
  /// Position of each group, by number, in perf's order. To be asked when all are known.
  [[nodiscard]] std::vector<std::uint32_t> ranks() const;

private:
  struct Origin {
    perf::MappingIndex mapping;
    std::uint32_t mode = 0, pid = 0;
    auto operator<=>(const Origin &) const = default;
  };
  std::uint32_t add(const Origin &origin);

  const perf::AddressSpaces &spaces_;
  std::map<Origin, std::uint32_t> of_origin_;
  std::map<LineGroup, std::uint32_t> groups_;
  Origin last_;
  std::uint32_t last_group_ = 0;
  bool any_ = false;
};

} // namespace fsfind::lines
