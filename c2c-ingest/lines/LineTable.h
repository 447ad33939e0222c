#pragma once

#include "c2c-ingest/base/Interner.h"
#include "c2c-ingest/decode/SourceTable.h"
#include "c2c-ingest/lines/CellTable.h"
#include "c2c-ingest/lines/CountOptions.h"
#include "c2c-ingest/lines/LineHistory.h"
#include "c2c-ingest/lines/LineHomes.h"
#include "c2c-ingest/lines/LineKey.h"
#include "rules/model/Profile.h"

#include <functional>
#include <vector>

namespace fsfind::lines {

/// A function's frames at one place of a stack (objects/LivingFrames.h).
using FrameIndex = Index<struct FrameTag>;
inline constexpr FrameIndex kNoFrame{UINT32_MAX};
/// The frame to which a cell's samples belong; kNoFrame if that is not known.
using FrameOf = std::function<FrameIndex(const Cell &)>;

/// The address of an instruction or a datum, with its mapping, and of a datum its block or frame.
struct MappedAddress {
  perf::MappingIndex mapping = perf::kNoMapping;
  std::uint64_t address = 0;
  BlockIndex block = kNoBlock;
  FrameIndex frame = kNoFrame;
  bool operator==(const MappedAddress &) const = default;
};
struct MappedAddressHash {
  std::size_t operator()(const MappedAddress &key) const {
    return ingest::mixHash(key.mapping.value(), key.address, key.block.value(), key.frame.value());
  }
};
struct ThreadId {
  std::uint32_t pid = 0, tid = 0;
  bool operator==(const ThreadId &) const = default;
};
struct ThreadIdHash {
  std::size_t operator()(const ThreadId &key) const { return ingest::mixHash(key.pid, key.tid); }
};

/// Sites, data and threads, to which accesses refer by index; each is named once, after the lines
/// are built.
struct NameTables {
  ingest::Interner<MappedAddress, SiteIndex, MappedAddressHash> sites;
  ingest::Interner<MappedAddress, TargetIndex, MappedAddressHash> targets;
  ingest::Interner<ThreadId, ThreadIndex, ThreadIdHash> threads;
  std::vector<Block> blocks; ///< to which the targets' block numbers refer
};

/// Fills `profile.lines`, with counters and accesses, and the profile's sums over shared lines.
/// Kept are lines that perf calls shared, that are contended in the ranking view, that have store
/// evidence, or (if memory_line_step is not 0) loads from memory; with CountOptions::neighbours all
/// that have cells. Lines are in the order of
/// LineKey, as are Cell::line, `homes` and `histories`; these two and `frame_of`, which several
/// threads ask, may be empty.
void buildLines(CellParts cells, const LineHomes &homes, const LineHistories &histories,
                const decode::SourceTable &sources, const LineKeys &keys,
                const perf::AddressSpaces &spaces, const CountOptions &options, NameTables &names,
                Profile &profile, const FrameOf &frame_of = {});

} // namespace fsfind::lines
