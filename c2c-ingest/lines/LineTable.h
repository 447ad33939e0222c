#pragma once

#include "c2c-ingest/base/Interner.h"
#include "c2c-ingest/decode/SourceTable.h"
#include "c2c-ingest/lines/CellBuffer.h"
#include "c2c-ingest/lines/LineHomes.h"
#include "c2c-ingest/lines/LineKey.h"
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
    return ingest::mixHash(key.mapping.value(), key.address);
  }
};
struct ThreadId {
  std::uint32_t pid = 0, tid = 0;
  bool operator==(const ThreadId &) const = default;
};
struct ThreadIdHash {
  std::size_t operator()(const ThreadId &key) const { return ingest::mixHash(key.pid, key.tid); }
};

/// Names that accesses refer to by index; resolved after the lines are built, once each.
struct NameTables {
  ingest::Interner<MappedAddress, SiteIndex, MappedAddressHash> sites;
  ingest::Interner<MappedAddress, TargetIndex, MappedAddressHash> targets;
  ingest::Interner<ThreadId, ThreadIndex, ThreadIdHash> threads;
};

/// Puts the contended lines (shared in perf's sense, contended in the ranking view, or with store
/// evidence) into `profile.lines`, in perf's tie order, with counters and accesses, and the sums
/// over shared lines into the profile. Cells name lines by their position in that order, and
/// `homes` has that order unless it is empty.
void buildLines(std::vector<Cell> cells, const LineHomes &homes, const decode::SourceTable &sources,
                const LineKeys &keys, const perf::AddressSpaces &spaces, unsigned workers,
                NameTables &names, Profile &profile);

} // namespace fsfind::lines
