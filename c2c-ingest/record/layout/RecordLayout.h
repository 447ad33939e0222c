#pragma once

#include "c2c-ingest/perf/Abi.h"

#include <cstdint>

/// What a simulated recording looks like inside: agreed between the QEMU plugin, which appends
/// kernel-style records, and the recorder, which writes the file's head before and its features
/// after. Like a memory recording of `perf c2c record` on an Intel machine with two sockets, so
/// that perf reads it too.
namespace fsfind::record {

/// Fields of both events' samples, in ABI order: IDENTIFIER IP TID TIME ADDR CPU PERIOD
/// WEIGHT_STRUCT DATA_SRC PHYS_ADDR; each eight bytes.
inline constexpr std::uint64_t kSampleType =
    perf::kSampleIdentifier | perf::kSampleIp | perf::kSampleTid | perf::kSampleTime |
    perf::kSampleAddr | perf::kSampleCpu | perf::kSamplePeriod | perf::kSampleWeightStruct |
    perf::kSampleDataSrc | perf::kSamplePhysAddr;

/// Ids of the two events; samples and the sample_id_all trailer of other records begin or end
/// with them.
inline constexpr std::uint64_t kLoadsId = 1;
inline constexpr std::uint64_t kStoresId = 2;

/// Names as perf gives them; `ldlat` is the latency threshold in cycles.
inline constexpr const char *kLoadsName = "cpu/mem-loads,ldlat={}/P";
inline constexpr const char *kStoresName = "cpu/mem-stores/P";

/// CPUDESC begins with this in every simulated recording: the mark by which reports label it.
inline constexpr const char *kSimulatedCpu = "fsfind simulated CPU";
/// In config2 of both events, "fsfindsm": the description of the CPU stands at the file's end,
/// which a recording that was cut off has not got. No memory event has a second word.
inline constexpr std::uint64_t kSimulatedEvent = 0x6673'6669'6e64'736d;

} // namespace fsfind::record
