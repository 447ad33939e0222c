#pragma once

#include <cstdint>

/// Numbers of the kernel's perf ABI (include/uapi/linux/perf_event.h) and of perf's own file
/// format (tools/perf/Documentation/perf.data-file-format.txt, tools/perf/util/header.h).
namespace fsfind::perf {

/// Bits of perf_event_attr::sample_type, in the order of the fields they add to a sample except
/// IDENTIFIER (first) and the fields from WEIGHT_STRUCT on (see SampleDecoder).
enum SampleType : std::uint64_t {
  kSampleIp = 1U << 0,
  kSampleTid = 1U << 1,
  kSampleTime = 1U << 2,
  kSampleAddr = 1U << 3,
  kSampleRead = 1U << 4,
  kSampleCallchain = 1U << 5,
  kSampleId = 1U << 6,
  kSampleCpu = 1U << 7,
  kSamplePeriod = 1U << 8,
  kSampleStreamId = 1U << 9,
  kSampleRaw = 1U << 10,
  kSampleBranchStack = 1U << 11,
  kSampleRegsUser = 1U << 12,
  kSampleStackUser = 1U << 13,
  kSampleWeight = 1U << 14,
  kSampleDataSrc = 1U << 15,
  kSampleIdentifier = 1U << 16,
  kSampleTransaction = 1U << 17,
  kSampleRegsIntr = 1U << 18,
  kSamplePhysAddr = 1U << 19,
  kSampleAux = 1U << 20,
  kSampleCgroup = 1U << 21,
  kSampleDataPageSize = 1U << 22,
  kSampleCodePageSize = 1U << 23,
  kSampleWeightStruct = 1U << 24,
};

enum ReadFormat : std::uint64_t {
  kReadTotalTimeEnabled = 1,
  kReadTotalTimeRunning = 2,
  kReadId = 4,
  kReadGroup = 8,
  kReadLost = 16,
};

enum RecordType : std::uint32_t {
  kRecordMmap = 1,
  kRecordLost = 2,
  kRecordComm = 3,
  kRecordExit = 4,
  kRecordThrottle = 5,
  kRecordUnthrottle = 6,
  kRecordFork = 7,
  kRecordRead = 8,
  kRecordSample = 9,
  kRecordMmap2 = 10,
  kRecordAux = 11,
  kRecordItraceStart = 12,
  kRecordLostSamples = 13,
  kRecordSwitch = 14,
  kRecordSwitchCpuWide = 15,
  kRecordNamespaces = 16,
  kRecordKsymbol = 17,
  kRecordBpfEvent = 18,
  kRecordCgroup = 19,
  kRecordTextPoke = 20,
  kRecordAuxOutputHwId = 21,
  kRecordCallchainDeferred = 22,
  // perf's own (user) records
  kRecordHeaderAttr = 64,
  kRecordEventType = 65,
  kRecordTracingData = 66,
  kRecordBuildId = 67,
  kRecordFinishedRound = 68,
  kRecordIdIndex = 69,
  kRecordAuxtraceInfo = 70,
  kRecordAuxtrace = 71,
  kRecordAuxtraceError = 72,
  kRecordThreadMap = 73,
  kRecordCpuMap = 74,
  kRecordStatConfig = 75,
  kRecordStat = 76,
  kRecordStatRound = 77,
  kRecordEventUpdate = 78,
  kRecordTimeConv = 79,
  kRecordHeaderFeature = 80,
  kRecordCompressed = 81,
  kRecordFinishedInit = 82,
  kRecordCompressed2 = 83,
  kRecordBpfMetadata = 84,
};

/// Bits of perf_event_header::misc.
enum Misc : std::uint16_t {
  kMiscCpuModeMask = 7,
  kMiscMmapData = 1U << 13,
  kMiscCommExec = 1U << 13,
  kMiscForkExec = 1U << 13,
  kMiscMmapBuildId = 1U << 14,
  kMiscBuildIdSize = 1U << 15,
};

enum class CpuMode : std::uint8_t {
  Unknown = 0,
  Kernel = 1,
  User = 2,
  Hypervisor = 3,
  GuestKernel = 4,
  GuestUser = 5,
};

/// Every record begins with u32 type, u16 misc, u16 size (of the whole record).
inline constexpr std::uint64_t kRecordHeaderSize = 8;

} // namespace fsfind::perf
