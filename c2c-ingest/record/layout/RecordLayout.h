#pragma once

#include "c2c-ingest/perf/Abi.h"
#include "c2c-ingest/perf/AllocationLog.h"
#include "c2c-ingest/perf/BurstLog.h"
#include "c2c-ingest/perf/StackLog.h"

#include <cstdint>

/// The format of a simulated recording. The recorder writes the file's head, then the QEMU plugin
/// appends records as the kernel does, then the recorder appends the header features. All is as in
/// a recording of `perf c2c record` on an Intel machine with two sockets, so that perf reads it
/// too.
namespace fsfind::record {

/// Fields of both events' samples, in ABI order: IDENTIFIER IP TID TIME ADDR CPU PERIOD
/// WEIGHT_STRUCT DATA_SRC PHYS_ADDR; each eight bytes.
inline constexpr std::uint64_t kSampleType =
    perf::kSampleIdentifier | perf::kSampleIp | perf::kSampleTid | perf::kSampleTime |
    perf::kSampleAddr | perf::kSampleCpu | perf::kSamplePeriod | perf::kSampleWeightStruct |
    perf::kSampleDataSrc | perf::kSamplePhysAddr;

/// Ids of the two events: the first field of a sample, the last one of other records' sample_id_all
/// trailer.
inline constexpr std::uint64_t kLoadsId = 1;
inline constexpr std::uint64_t kStoresId = 2;

/// A sample record.
struct StoredSample {
  std::uint32_t type;
  std::uint16_t misc, bytes;
  std::uint64_t event, ip;
  std::uint32_t pid, tid;
  std::uint64_t time, address, cpu, period, weight, data_source, physical;
};
/// Bytes of a sample record, header included.
inline constexpr std::uint64_t kSampleSize = 88;
static_assert(sizeof(StoredSample) == kSampleSize);

/// An ITRACE_START record that tells of an allocation (perf::decodeAllocation), without the trailer
/// of sample_id_all.
struct StoredBlock {
  std::uint32_t type;
  std::uint16_t misc, bytes;
  std::uint32_t pid, tid;
  std::uint64_t mark, address, size, begin, end, caller;
};

/// Names as perf gives them; `ldlat` is the latency threshold in cycles.
inline constexpr const char *kLoadsName = "cpu/mem-loads,ldlat={}/P";
inline constexpr const char *kStoresName = "cpu/mem-stores/P";

/// CPUDESC begins with this in every simulated recording; reports recognise it by that. A recording
/// that was cut off lacks it, since it lies at the file's end: perf::kSimulatedEvent is a second
/// mark.
inline constexpr const char *kSimulatedCpu = "fsfind simulated CPU";

} // namespace fsfind::record
