#pragma once

#include "tests/support/PerfDataEvents.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace fsfind::test {

/// Feature numbers of perf's header (tools/perf/util/header.h).
enum FeatureBit : std::uint32_t {
  kFeatureTracingData = 1,
  kFeatureBuildId = 2,
  kFeatureHostname = 3,
  kFeatureOsRelease = 4,
  kFeatureVersion = 5,
  kFeatureArch = 6,
  kFeatureNrCpus = 7,
  kFeatureCpuDesc = 8,
  kFeatureCpuId = 9,
  kFeatureTotalMem = 10,
  kFeatureCmdline = 11,
  kFeatureEventDesc = 12,
  kFeatureCpuTopology = 13,
  kFeatureNumaTopology = 14,
  kFeaturePmuMappings = 16,
  kFeatureAuxtrace = 18,
  kFeatureCache = 20,
  kFeatureSampleTime = 21,
  kFeatureMemTopology = 22,
  kFeatureCompressed = 27,
  kFeatureHybridTopology = 30,
};

struct CacheSpec {
  std::uint32_t level = 1, line_size = 64, sets = 64, ways = 8;
  std::string type = "Data", size = "32K", cpus = "0";
};
struct CpuSpec {
  std::uint32_t core = 0, socket = 0, die = 0;
};
struct NumaSpec {
  std::uint32_t node = 0;
  std::uint64_t total_kb = 1U << 20, free_kb = 1U << 19;
  std::string cpus = "0";
};
struct MemoryNodeSpec {
  std::uint64_t node = 0;
  std::vector<std::uint64_t> blocks;
};
struct BuildIdSpec {
  std::uint32_t pid = 0;
  std::vector<std::uint8_t> id; ///< up to 20 bytes
  std::string file;
};

/// Payloads of header features, by feature number; any of them may be set to arbitrary bytes.
class FeatureSet {
public:
  explicit FeatureSet(std::endian order) : order_(order) {}

  FeatureSet &raw(std::uint32_t bit, std::vector<std::byte> payload);
  FeatureSet &text(std::uint32_t bit, std::string_view value);
  FeatureSet &commandLine(const std::vector<std::string> &words);
  FeatureSet &cpuCount(std::uint32_t available, std::uint32_t online);
  FeatureSet &eventDescriptions(const std::vector<EventSpec> &events, std::uint32_t attr_size);
  /// `with_dies`: the third revision (Linux 5.3), else the second.
  FeatureSet &cpuTopology(const std::vector<std::string> &core_siblings,
                          const std::vector<std::string> &thread_siblings,
                          const std::vector<CpuSpec> &cpus, bool with_dies = true);
  FeatureSet &numaTopology(const std::vector<NumaSpec> &nodes);
  FeatureSet &pmuMappings(const std::vector<std::pair<std::uint32_t, std::string>> &pmus);
  FeatureSet &caches(const std::vector<CacheSpec> &caches);
  FeatureSet &memoryTopology(std::uint64_t block_size, const std::vector<MemoryNodeSpec> &nodes);
  FeatureSet &sampleTime(std::uint64_t first, std::uint64_t last);
  FeatureSet &hybridTopology(const std::vector<std::pair<std::string, std::string>> &pmus);
  FeatureSet &buildIds(const std::vector<BuildIdSpec> &ids);
  FeatureSet &compressed(std::uint32_t mmap_length);

  /// What perf needs and a typical machine has: `cpus` CPUs on `nodes` nodes, two threads a core
  /// if `cpus` allows, 64-byte lines, Intel PMUs.
  FeatureSet &typicalMachine(std::uint32_t cpus = 4, std::uint32_t nodes = 1);

  [[nodiscard]] const std::map<std::uint32_t, std::vector<std::byte>> &payloads() const {
    return payloads_;
  }

private:
  [[nodiscard]] ByteWriter writer() const { return ByteWriter(order_); }

  std::endian order_;
  std::map<std::uint32_t, std::vector<std::byte>> payloads_;
};

} // namespace fsfind::test
