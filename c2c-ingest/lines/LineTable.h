#pragma once

#include "c2c-ingest/decode/SourceTable.h"
#include "c2c-ingest/lines/CellTable.h"
#include "c2c-ingest/lines/Interner.h"
#include "rules/model/Profile.h"

#include <vector>

namespace fsfind::lines {

/// An instruction or a datum: an address in one mapping.
struct MappedAddress {
  perf::MappingIndex mapping = perf::kNoMapping;
  std::uint64_t address = 0;
  bool operator==(const MappedAddress &) const = default;
};
struct MappedAddressHash {
  std::size_t operator()(const MappedAddress &key) const {
    return mixHash(key.mapping.value(), key.address);
  }
};
struct ThreadId {
  std::uint32_t pid = 0, tid = 0;
  bool operator==(const ThreadId &) const = default;
};
struct ThreadIdHash {
  std::size_t operator()(const ThreadId &key) const { return mixHash(key.pid, key.tid); }
};

/// Names that accesses refer to by index; resolved after the lines are built, once each.
struct NameTables {
  Interner<MappedAddress, SiteIndex, MappedAddressHash> sites;
  Interner<MappedAddress, TargetIndex, MappedAddressHash> targets;
  Interner<ThreadId, ThreadIndex, ThreadIdHash> threads;
};

/// Groups cells into cachelines as perf c2c keys them and puts the contended ones (shared in
/// perf's sense, contended in the ranking view, or with store evidence) into `profile.lines`, with
/// totals, classes and line counts. `line_size` is a power of two.
void buildLines(std::vector<Cell> cells, const perf::AddressSpaces &spaces, std::uint32_t line_size,
                NameTables &names, Profile &profile);

} // namespace fsfind::lines
