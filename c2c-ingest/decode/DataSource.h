#pragma once

#include <cstdint>

namespace fsfind::decode {

/// One perf_mem_data_src word taken apart (include/uapi/linux/perf_event.h, union
/// perf_mem_data_src). The word is a plain u64 in the recording's byte order: once swapped to the
/// host's, the shifts below hold everywhere.
struct DataSource {
  std::uint64_t word = 0;

  enum Op : unsigned { kOpNa = 1, kOpLoad = 2, kOpStore = 4, kOpPrefetch = 8, kOpExec = 16 };
  enum Level : unsigned {
    kLevelNa = 1,
    kLevelHit = 2,
    kLevelMiss = 4,
    kLevelL1 = 8,
    kLevelFillBuffer = 0x10,
    kLevelL2 = 0x20,
    kLevelL3 = 0x40,
    kLevelLocalRam = 0x80,
    kLevelRemoteRam1 = 0x100,
    kLevelRemoteRam2 = 0x200,
    kLevelRemoteCache1 = 0x400,
    kLevelRemoteCache2 = 0x800,
    kLevelIo = 0x1000,
    kLevelUncached = 0x2000,
  };
  enum Snoop : unsigned {
    kSnoopNa = 1,
    kSnoopNone = 2,
    kSnoopHit = 4,
    kSnoopMiss = 8,
    kSnoopHitm = 0x10
  };
  enum SnoopX : unsigned { kSnoopForward = 1, kSnoopPeer = 2 };
  enum Lock : unsigned { kLockNa = 1, kLockLocked = 2 };
  enum Blocked : unsigned { kBlockedNa = 1, kBlockedData = 2, kBlockedAddress = 4 };
  /// mem_lvl_num: one number instead of bits; perf c2c never reads it.
  enum LevelNumber : unsigned {
    kNumberUnset = 0,
    kNumberL1 = 1,
    kNumberL2 = 2,
    kNumberL3 = 3,
    kNumberL4 = 4,
    kNumberL2Mhb = 5,
    kNumberMemorySideCache = 6,
    kNumberL0 = 7,
    kNumberUncached = 8,
    kNumberCxl = 9,
    kNumberIo = 10,
    kNumberAnyCache = 11,
    kNumberFillBuffer = 12,
    kNumberRam = 13,
    kNumberPersistent = 14,
    kNumberNa = 15,
  };

  static constexpr unsigned kHopsNode = 1; ///< another core of the node (HOPS_0)

  [[nodiscard]] unsigned op() const { return field(0, 5); }
  [[nodiscard]] unsigned level() const { return field(5, 14); }
  [[nodiscard]] unsigned snoop() const { return field(19, 5); }
  [[nodiscard]] unsigned lock() const { return field(24, 2); }
  [[nodiscard]] unsigned levelNumber() const { return field(33, 4); }
  [[nodiscard]] bool remote() const { return field(37, 1) != 0; }
  [[nodiscard]] unsigned snoopX() const { return field(38, 2); }
  [[nodiscard]] unsigned blocked() const { return field(40, 3); }
  /// 0 = not given; kHopsNode … 4 = another board (HOPS_3).
  [[nodiscard]] unsigned hops() const { return field(43, 3); }

private:
  [[nodiscard]] unsigned field(unsigned shift, unsigned width) const {
    return static_cast<unsigned>(word >> shift) & ((1U << width) - 1U);
  }
};

} // namespace fsfind::decode
