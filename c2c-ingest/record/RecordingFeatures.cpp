// Layouts: tools/perf/Documentation/perf.data-file-format.txt.

#include "c2c-ingest/record/RecordingFeatures.h"

#include "c2c-ingest/perf/FeatureDecoders.h"
#include "c2c-ingest/record/RecordingHead.h"
#include "c2c-ingest/record/layout/RecordLayout.h"

#include <fmt/format.h>

#include <sys/utsname.h>

namespace fsfind::record {

namespace {

constexpr unsigned kFeatureTotalMem = 10;
constexpr std::uint64_t kNodeKilobytes = 1ULL << (kNodeMemoryBits - 10);
// CPUID of a Skylake-SP: data sources are encoded as on this model, and readers decode by CPUID.
constexpr const char *kCpuId = "GenuineIntel,6,85,7";

std::string cpuCount(const Simulation &simulation) {
  return ByteSink().u32(simulation.cpus).u32(simulation.cpus).bytes();
}

std::string eventDescriptions(const Simulation &simulation) {
  const auto events = simulatedEvents(simulation);
  ByteSink out;
  out.u32(static_cast<std::uint32_t>(events.size())).u32(kAttrSize);
  for (const SimulatedEvent &event : events) {
    putAttr(out, event);
    out.u32(1).text(event.name).u64(event.id);
  }
  return out.bytes();
}

/// Each node is one socket with one die; each core has one thread.
std::string cpuTopology(const Simulation &simulation) {
  std::vector<std::string> sockets, threads;
  for (std::uint32_t node = 0; node < simulation.nodes; ++node)
    sockets.push_back(cpusOfNode(simulation, node));
  for (std::uint32_t cpu = 0; cpu < simulation.cpus; ++cpu)
    threads.push_back(std::to_string(cpu));
  ByteSink out;
  putTexts(out, sockets);
  putTexts(out, threads);
  for (std::uint32_t cpu = 0; cpu < simulation.cpus; ++cpu)
    out.u32(cpu).u32(nodeOfCpu(simulation, cpu));
  putTexts(out, sockets);
  for (std::uint32_t cpu = 0; cpu < simulation.cpus; ++cpu)
    out.u32(0);
  return out.bytes();
}

std::string numaTopology(const Simulation &simulation) {
  ByteSink out;
  out.u32(simulation.nodes);
  for (std::uint32_t node = 0; node < simulation.nodes; ++node)
    out.u32(node).u64(kNodeKilobytes).u64(kNodeKilobytes).text(cpusOfNode(simulation, node));
  return out.bytes();
}

std::string memoryTopology(const Simulation &simulation) {
  const std::uint64_t words = (simulation.nodes + 63) / 64;
  ByteSink out;
  out.u64(1).u64(1ULL << kNodeMemoryBits).u64(simulation.nodes);
  for (std::uint32_t node = 0; node < simulation.nodes; ++node) {
    out.u64(node).u64(1).u64(simulation.nodes); // one block; the bitmap's length in bits
    for (std::uint64_t word = 0; word < words; ++word)
      out.u64(node / 64 == word ? 1ULL << (node % 64) : 0);
  }
  return out.bytes();
}

struct Cache {
  std::uint32_t level;
  const char *type;
  std::uint64_t bytes;
  std::uint32_t ways;
};

void putCache(ByteSink &out, const Cache &cache, std::uint32_t line, const std::string &cpus) {
  const auto sets = static_cast<std::uint32_t>(cache.bytes / line / cache.ways);
  out.u32(cache.level).u32(line).u32(sets).u32(cache.ways);
  out.text(cache.type).text(fmt::format("{}K", cache.bytes / 1024)).text(cpus);
}

std::string caches(const Simulation &simulation) {
  ByteSink out;
  out.u32(1).u32(simulation.cpus + simulation.nodes);
  for (std::uint32_t cpu = 0; cpu < simulation.cpus; ++cpu)
    putCache(out, {1, "Data", simulation.cache, simulation.ways}, simulation.line,
             std::to_string(cpu));
  for (std::uint32_t node = 0; node < simulation.nodes; ++node)
    putCache(out, {3, "Unified", simulation.l3, sim::kL3Ways}, simulation.line,
             cpusOfNode(simulation, node));
  return out.bytes();
}

} // namespace

FeaturePayloads recordingFeatures(const RecordingDescription &description) {
  const Simulation &simulation = description.simulation;
  utsname host{};
  uname(&host);
  return {
      {perf::kFeatureBuildId, buildIdsPayload(description.build_ids)},
      {perf::kFeatureHostname, textPayload(host.nodename)},
      {perf::kFeatureOsRelease, textPayload(host.release)},
      {perf::kFeatureVersion, textPayload("fsfind " + description.version)},
      {perf::kFeatureArch, textPayload(description.arch)},
      {perf::kFeatureNrCpus, cpuCount(simulation)},
      {perf::kFeatureCpuDesc,
       textPayload(fmt::format("{} ({})", kSimulatedCpu, inWords(simulation)))},
      {perf::kFeatureCpuId, textPayload(kCpuId)},
      {kFeatureTotalMem, ByteSink().u64(simulation.nodes * kNodeKilobytes).bytes()},
      {perf::kFeatureCmdline, commandLinePayload(description.command_line)},
      {perf::kFeatureEventDesc, eventDescriptions(simulation)},
      {perf::kFeatureCpuTopology, cpuTopology(simulation)},
      {perf::kFeatureNumaTopology, numaTopology(simulation)},
      {perf::kFeaturePmuMappings, ByteSink().u32(1).u32(4).text("cpu").bytes()},
      {perf::kFeatureCache, caches(simulation)},
      {perf::kFeatureSampleTime,
       ByteSink().u64(description.first_time).u64(description.last_time).bytes()},
      {perf::kFeatureMemTopology, memoryTopology(simulation)},
  };
}

} // namespace fsfind::record
