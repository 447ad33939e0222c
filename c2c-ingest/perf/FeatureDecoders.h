#pragma once

#include "c2c-ingest/perf/Attributes.h"
#include "c2c-ingest/perf/Recording.h"

namespace fsfind::perf {

/// Feature numbers of perf's header (tools/perf/util/header.h) that fsfind reads.
enum Feature : unsigned {
  kFeatureBuildId = 2,
  kFeatureHostname = 3,
  kFeatureOsRelease = 4,
  kFeatureVersion = 5,
  kFeatureArch = 6,
  kFeatureNrCpus = 7,
  kFeatureCpuDesc = 8,
  kFeatureCpuId = 9,
  kFeatureCmdline = 11,
  kFeatureEventDesc = 12,
  kFeatureCpuTopology = 13,
  kFeatureNumaTopology = 14,
  kFeaturePmuMappings = 16,
  kFeatureCache = 20,
  kFeatureSampleTime = 21,
  kFeatureMemTopology = 22,
  kFeatureCompressed = 27,
  kFeatureHybridTopology = 30,
};

/// What a feature's payload may add to: the machine's description and the events' names.
struct FeatureTarget {
  Features &features;
  std::vector<EventAttr> &events;
};

/// Decodes one feature's payload, the same in file and pipe mode; other numbers are ignored. False
/// if the payload ends too early: what could be read of it is kept.
bool decodeFeature(unsigned number, Bytes payload, ByteLayout layout, FeatureTarget target);

/// One entry of the BUILD_ID feature, or the payload of a BUILD_ID record of pipe mode.
std::optional<BuildIdEntry> decodeBuildId(std::uint16_t misc, Bytes payload);

} // namespace fsfind::perf
