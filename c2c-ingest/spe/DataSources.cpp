#include "c2c-ingest/spe/DataSources.h"

#include "c2c-ingest/decode/DataSource.h"

#include <algorithm>
#include <span>

namespace fsfind::spe {
namespace {

using D = decode::DataSource;

// Where the fields of a perf_mem_data_src begin.
constexpr unsigned kLevelShift = 5, kSnoopShift = 19, kTlbShift = 26, kNumberShift = 33,
                   kRemoteShift = 37, kSnoopXShift = 38;
constexpr std::uint64_t kSnoopMask = std::uint64_t{0x1f} << kSnoopShift;

enum Tlb : std::uint64_t { kTlbHit = 2, kTlbMiss = 4, kTlbWalker = 0x20 };

/// A data source as the processor numbers it, and perf's words for it.
struct Meaning {
  std::uint16_t source;
  unsigned level, number, snoop, snoop_x;
  bool remote = false;
};

constexpr Meaning kCommon[] = {
    {0x0, D::kLevelHit | D::kLevelL1, D::kNumberL1, D::kSnoopNone, 0},
    {0x8, D::kLevelHit | D::kLevelL2, D::kNumberL2, D::kSnoopNone, 0},
    {0x9, D::kLevelHit | D::kLevelL2, D::kNumberL2, 0, D::kSnoopPeer}, // another core
    {0xa, D::kLevelHit | D::kLevelL3, D::kNumberL3, 0, D::kSnoopPeer}, // this cluster
    {0xb, D::kLevelHit | D::kLevelL3, D::kNumberL3, D::kSnoopHit, 0},  // system cache
    {0xc, D::kLevelHit | D::kLevelL3, D::kNumberL3, 0, D::kSnoopPeer}, // another cluster
    {0xd, D::kLevelNa, D::kNumberNa, 0, D::kSnoopPeer, true},          // another socket
    {0xe, D::kLevelHit | D::kLevelLocalRam, D::kNumberRam, D::kSnoopNone, 0},
};

/// The common number of each of AmpereOne's.
struct Renumbering {
  std::uint16_t own, common;
};
constexpr Renumbering kAmpereOne[] = {
    {0x0, 0x9}, // a cache of this chip, or a device
    {0x3, 0xb}, {0x5, 0xd}, {0x7, 0xe}, {0x8, 0x0}, {0x9, 0x8},
};

constexpr Meaning kHisilicon[] = {
    {0, D::kLevelHit | D::kLevelL2, D::kNumberL2, 0, D::kSnoopPeer}, // another core
    {1, D::kLevelHit | D::kLevelL2, D::kNumberL2, D::kSnoopHitm, D::kSnoopPeer},
    {2, D::kLevelHit | D::kLevelL3, D::kNumberL3, D::kSnoopHit, 0},
    {3, D::kLevelHit | D::kLevelL3, D::kNumberL3, D::kSnoopHitm, 0},
    {4, D::kLevelHit | D::kLevelRemoteCache1, D::kNumberL3, 0, D::kSnoopPeer}, // another cluster
    {5, D::kLevelHit | D::kLevelRemoteCache1, D::kNumberL3, D::kSnoopHitm, D::kSnoopPeer},
    {6, D::kLevelRemoteCache2, D::kNumberAnyCache, 0, D::kSnoopPeer, true}, // another socket
    {7, D::kLevelRemoteCache2, D::kNumberAnyCache, D::kSnoopHitm, D::kSnoopPeer, true},
    {8, D::kLevelHit | D::kLevelLocalRam, D::kNumberRam, D::kSnoopNone, 0},
    {9, D::kLevelHit | D::kLevelRemoteRam1, D::kNumberRam, 0, 0, true},
    {13, D::kLevelHit | D::kLevelIo, D::kNumberIo, D::kSnoopNone, 0},
    {16, D::kLevelHit | D::kLevelL2, D::kNumberL2, D::kSnoopNone, 0},
    {17, D::kLevelHit | D::kLevelL2, D::kNumberL2, D::kSnoopHitm, 0},
    {18, D::kLevelHit | D::kLevelL1, D::kNumberL1, D::kSnoopNone, 0},
};

struct Processor {
  std::uint64_t implementer, part;
  SourceEncoding encoding;
};
constexpr std::uint64_t kArm = 0x41, kHisiliconId = 0x48, kAmpere = 0xc0;
constexpr Processor kProcessors[] = {
    {kArm, 0xd0c, SourceEncoding::Common},            // Neoverse N1
    {kArm, 0xd40, SourceEncoding::Common},            // Neoverse V1
    {kArm, 0xd49, SourceEncoding::Common},            // Neoverse N2
    {kArm, 0xd4f, SourceEncoding::Common},            // Neoverse V2
    {kArm, 0xd4c, SourceEncoding::Common},            // Cortex-X1C
    {kArm, 0xd4e, SourceEncoding::Common},            // Cortex-X3
    {kArm, 0xd81, SourceEncoding::Common},            // Cortex-A720
    {kArm, 0xd85, SourceEncoding::Common},            // Cortex-X925
    {kArm, 0xd87, SourceEncoding::Common},            // Cortex-A725
    {kArm, 0xd89, SourceEncoding::Common},            // Cortex-A720AE
    {kAmpere, 0xac4, SourceEncoding::AmpereOne},      // AmpereOne A
    {kHisiliconId, 0xd06, SourceEncoding::Hisilicon}, // HIP12
};

std::uint64_t wordOf(unsigned level, unsigned number, unsigned snoop, unsigned snoop_x,
                     bool remote) {
  return std::uint64_t{level} << kLevelShift | std::uint64_t{number} << kNumberShift |
         std::uint64_t{snoop} << kSnoopShift | std::uint64_t{snoop_x} << kSnoopXShift |
         std::uint64_t{remote} << kRemoteShift;
}

/// 0 for a number that has no meaning.
std::uint64_t wordOf(std::uint16_t source, std::span<const Meaning> meanings) {
  for (const Meaning &one : meanings)
    if (one.source == source)
      return wordOf(one.level, one.number, one.snoop, one.snoop_x, one.remote);
  return 0;
}

std::uint64_t ampereOneWord(std::uint16_t source) {
  for (const Renumbering &one : kAmpereOne)
    if (one.own == source)
      return wordOf(one.common, kCommon);
  return 0;
}

/// The level by the events: the last one that was asked, and whether it had the line.
std::uint64_t wordByEvents(std::uint64_t events) {
  const auto level = [&](unsigned bit, std::uint64_t miss) {
    return bit | ((events & miss) != 0 ? D::kLevelMiss : D::kLevelHit);
  };
  unsigned levels = 0;
  if (events & (kEventLastLevelAccess | kEventLastLevelMiss))
    levels = level(D::kLevelL3, kEventLastLevelMiss);
  else if (events & (kEventL1Access | kEventL1Refill))
    levels = level(D::kLevelL1, kEventL1Refill);
  return wordOf(levels, 0, 0, 0, (events & kEventRemoteAccess) != 0);
}

std::uint64_t placeOf(const Record &record, SourceEncoding encoding) {
  if (encoding == SourceEncoding::None)
    return wordByEvents(record.events);
  if (record.store)
    return wordOf(D::kLevelNa, D::kNumberNa, D::kSnoopNa, 0, false);
  switch (encoding) {
  case SourceEncoding::Common:
    return wordOf(record.source, kCommon);
  case SourceEncoding::AmpereOne:
    return ampereOneWord(record.source);
  default:
    return wordOf(record.source, kHisilicon);
  }
}

std::uint64_t snoopByEvents(std::uint64_t events) {
  if (!(events & kEventDataSnooped))
    return 0;
  const unsigned snoop = (events & kEventDataModified) != 0 ? D::kSnoopHitm : D::kSnoopHit;
  return std::uint64_t{snoop} << kSnoopShift;
}

std::uint64_t tlbByEvents(std::uint64_t events) {
  if (!(events & (kEventTlbAccess | kEventTlbWalk)))
    return 0;
  return (kTlbWalker | ((events & kEventTlbWalk) != 0 ? kTlbMiss : kTlbHit)) << kTlbShift;
}

} // namespace

SourceEncoding encodingOf(std::uint64_t midr) {
  const std::uint64_t implementer = midr >> 24 & 0xff, part = midr >> 4 & 0xfff;
  const auto *const found =
      std::find_if(std::begin(kProcessors), std::end(kProcessors), [&](const Processor &one) {
        return one.implementer == implementer && one.part == part;
      });
  return found == std::end(kProcessors) ? SourceEncoding::None : found->encoding;
}

std::uint64_t dataSource(const Record &record, SourceEncoding encoding) {
  if (!record.load && !record.store)
    return 0;
  std::uint64_t word = record.load ? D::kOpLoad : D::kOpStore;
  word |= placeOf(record, encoding);
  if (!(word & kSnoopMask))
    word |= snoopByEvents(record.events);
  return word | tlbByEvents(record.events);
}

} // namespace fsfind::spe
