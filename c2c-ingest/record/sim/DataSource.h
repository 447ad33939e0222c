#pragma once

#include "c2c-ingest/record/sim/CacheModel.h"

namespace fsfind::record::sim {

/// perf_mem_data_src (include/uapi/linux/perf_event.h) as kernels fill it on Intel servers from
/// Skylake on. What is not simulated (TLB, blocking) is encoded as "not available".
namespace data_source {
enum Bits : std::uint64_t {
  OpLoad = 2,
  OpStore = 4,
  LevelHit = 2ULL << 5,
  LevelMiss = 4ULL << 5,
  LevelL1 = 8ULL << 5,
  LevelL3 = 0x40ULL << 5,
  LevelLocalRam = 0x80ULL << 5,
  SnoopNotAvailable = 1ULL << 19,
  SnoopNone = 2ULL << 19,
  SnoopHitm = 0x10ULL << 19,
  LockNotAvailable = 1ULL << 24,
  Locked = 2ULL << 24,
  TlbNotAvailable = 1ULL << 26,
  NumberL1 = 1ULL << 33,
  NumberL3 = 3ULL << 33,
  NumberAnyCache = 11ULL << 33,
  NumberRam = 13ULL << 33,
  NumberNotAvailable = 15ULL << 33,
  Remote = 1ULL << 37,
  SnoopForward = 1ULL << 38,
  BlockNotAvailable = 1ULL << 40,
};
} // namespace data_source

/// `locked`: the load half of an atomic read-modify-write.
constexpr std::uint64_t dataSourceOfLoad(Outcome outcome, bool locked) {
  using namespace data_source;
  const std::uint64_t load = OpLoad | LevelHit | TlbNotAvailable | BlockNotAvailable |
                             (locked ? Locked : LockNotAvailable);
  switch (outcome) {
  case Outcome::PrivateHit:
    return load | LevelL1 | NumberL1 | SnoopNone;
  case Outcome::Upgrade:
  case Outcome::L3Hit:
    return load | LevelL3 | NumberL3 | SnoopNone;
  case Outcome::LocalHitm:
    return load | LevelL3 | NumberL3 | SnoopHitm;
  case Outcome::LocalDram:
    return load | LevelLocalRam | NumberRam | SnoopNone;
  case Outcome::RemoteForward:
    return load | NumberAnyCache | Remote | SnoopForward;
  case Outcome::RemoteHitm:
    return load | NumberAnyCache | Remote | SnoopHitm;
  case Outcome::RemoteDram:
    return load | NumberRam | Remote | SnoopNone;
  }
  return load;
}

/// A store's data source tells only whether the private cache took it at once: L1 hit or miss.
constexpr std::uint64_t dataSourceOfStore(Outcome outcome) {
  using namespace data_source;
  return OpStore | LevelL1 | (outcome == Outcome::PrivateHit ? LevelHit : LevelMiss) |
         SnoopNotAvailable | LockNotAvailable | TlbNotAvailable | NumberNotAvailable |
         BlockNotAvailable;
}

} // namespace fsfind::record::sim
