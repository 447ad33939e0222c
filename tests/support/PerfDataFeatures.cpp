#include "tests/support/PerfDataFeatures.h"

#include <algorithm>

namespace fsfind::test {
namespace {

std::uint32_t count(std::size_t size) {
  return static_cast<std::uint32_t>(size);
}

void putList(ByteWriter &out, const std::vector<std::string> &list) {
  out.u32(count(list.size()));
  for (const std::string &entry : list)
    out.featureString(entry);
}

std::string cpuRange(std::uint32_t first, std::uint32_t last) {
  if (first == last)
    return std::to_string(first);
  return std::to_string(first) + "-" + std::to_string(last);
}

} // namespace

FeatureSet &FeatureSet::raw(std::uint32_t bit, std::vector<std::byte> payload) {
  payloads_[bit] = std::move(payload);
  return *this;
}

FeatureSet &FeatureSet::text(std::uint32_t bit, std::string_view value) {
  return raw(bit, writer().featureString(value).take());
}

FeatureSet &FeatureSet::commandLine(const std::vector<std::string> &words) {
  ByteWriter out = writer();
  putList(out, words);
  return raw(kFeatureCmdline, out.take());
}

FeatureSet &FeatureSet::cpuCount(std::uint32_t available, std::uint32_t online) {
  return raw(kFeatureNrCpus, writer().u32(available).u32(online).take());
}

FeatureSet &FeatureSet::eventDescriptions(const std::vector<EventSpec> &events,
                                          std::uint32_t attr_size) {
  ByteWriter out = writer();
  out.u32(count(events.size())).u32(attr_size);
  for (const EventSpec &event : events) {
    putAttr(out, event, attr_size);
    out.u32(count(event.ids.size())).featureString(event.name);
    for (const std::uint64_t id : event.ids)
      out.u64(id);
  }
  return raw(kFeatureEventDesc, out.take());
}

FeatureSet &FeatureSet::cpuTopology(const std::vector<std::string> &core_siblings,
                                    const std::vector<std::string> &thread_siblings,
                                    const std::vector<CpuSpec> &cpus, bool with_dies) {
  ByteWriter out = writer();
  putList(out, core_siblings);
  putList(out, thread_siblings);
  for (const CpuSpec &cpu : cpus)
    out.u32(cpu.core).u32(cpu.socket);
  if (with_dies) {
    putList(out, core_siblings); // one die a package
    for (const CpuSpec &cpu : cpus)
      out.u32(cpu.die);
  }
  return raw(kFeatureCpuTopology, out.take());
}

FeatureSet &FeatureSet::numaTopology(const std::vector<NumaSpec> &nodes) {
  ByteWriter out = writer();
  out.u32(count(nodes.size()));
  for (const NumaSpec &node : nodes)
    out.u32(node.node).u64(node.total_kb).u64(node.free_kb).featureString(node.cpus);
  return raw(kFeatureNumaTopology, out.take());
}

FeatureSet &
FeatureSet::pmuMappings(const std::vector<std::pair<std::uint32_t, std::string>> &pmus) {
  ByteWriter out = writer();
  out.u32(count(pmus.size()));
  for (const auto &[type, name] : pmus)
    out.u32(type).featureString(name);
  return raw(kFeaturePmuMappings, out.take());
}

FeatureSet &FeatureSet::caches(const std::vector<CacheSpec> &caches) {
  ByteWriter out = writer();
  out.u32(1).u32(count(caches.size()));
  for (const CacheSpec &cache : caches) {
    out.u32(cache.level).u32(cache.line_size).u32(cache.sets).u32(cache.ways);
    out.featureString(cache.type).featureString(cache.size).featureString(cache.cpus);
  }
  return raw(kFeatureCache, out.take());
}

FeatureSet &FeatureSet::memoryTopology(std::uint64_t block_size,
                                       const std::vector<MemoryNodeSpec> &nodes) {
  ByteWriter out = writer();
  out.u64(1).u64(block_size).u64(nodes.size());
  for (const MemoryNodeSpec &node : nodes) {
    const std::uint64_t bits =
        node.blocks.empty() ? 0 : *std::max_element(node.blocks.begin(), node.blocks.end()) + 1;
    std::vector<std::uint64_t> words((bits + 63) / 64);
    for (const std::uint64_t block : node.blocks)
      words[block / 64] |= 1ULL << (block % 64);
    out.u64(node.node).u64(bits).u64(bits); // node, size in blocks, then the bitmap
    for (const std::uint64_t word : words)
      out.u64(word);
  }
  return raw(kFeatureMemTopology, out.take());
}

FeatureSet &FeatureSet::sampleTime(std::uint64_t first, std::uint64_t last) {
  return raw(kFeatureSampleTime, writer().u64(first).u64(last).take());
}

FeatureSet &
FeatureSet::hybridTopology(const std::vector<std::pair<std::string, std::string>> &pmus) {
  ByteWriter out = writer();
  out.u32(count(pmus.size()));
  for (const auto &[name, cpus] : pmus)
    out.featureString(name).featureString(cpus);
  return raw(kFeatureHybridTopology, out.take());
}

FeatureSet &FeatureSet::buildIds(const std::vector<BuildIdSpec> &ids) {
  ByteWriter out = writer();
  for (const BuildIdSpec &entry : ids) {
    const std::size_t name = (entry.file.size() + 1 + 63) / 64 * 64;
    out.u32(0).u16(perf::kMiscBuildIdSize | 2).u16(static_cast<std::uint16_t>(8 + 4 + 24 + name));
    out.u32(entry.pid);
    for (const std::uint8_t byte : entry.id)
      out.u8(byte);
    out.zeros(20 - entry.id.size()).u8(static_cast<std::uint8_t>(entry.id.size())).zeros(3);
    out.text(entry.file).zeros(name - entry.file.size());
  }
  return raw(kFeatureBuildId, out.take());
}

FeatureSet &FeatureSet::compressed(std::uint32_t mmap_length) {
  return raw(kFeatureCompressed, writer().u32(1).u32(1).u32(1).u32(3).u32(mmap_length).take());
}

FeatureSet &FeatureSet::typicalMachine(std::uint32_t cpus, std::uint32_t nodes) {
  text(kFeatureHostname, "fixture").text(kFeatureOsRelease, "6.1.0").text(kFeatureVersion, "6.1.0");
  text(kFeatureArch, "x86_64").text(kFeatureCpuDesc, "Intel(R) Xeon(R) Platinum 8280");
  text(kFeatureCpuId, "GenuineIntel,6,85,7").cpuCount(cpus, cpus);
  std::vector<std::string> cores, threads;
  std::vector<CpuSpec> places;
  std::vector<NumaSpec> numa;
  const std::uint32_t per_node = cpus / nodes;
  const std::uint32_t per_core = per_node % 2 == 0 ? 2 : 1;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    const std::uint32_t first = node * per_node;
    cores.push_back(cpuRange(first, first + per_node - 1));
    numa.push_back({node, 1U << 20, 1U << 19, cores.back()});
    for (std::uint32_t cpu = first; cpu < first + per_node; ++cpu) {
      places.push_back({(cpu - first) / per_core, node, 0});
      if ((cpu - first) % per_core == 0)
        threads.push_back(cpuRange(cpu, cpu + per_core - 1));
    }
  }
  cpuTopology(cores, threads, places).numaTopology(numa);
  pmuMappings({{4, "cpu"}, {1, "software"}, {2, "tracepoint"}, {11, "ibs_op"}});
  return caches({{1, 64, 64, 8, "Data", "32K", threads.front()},
                 {3, 64, 57344, 11, "Unified", "39424K", cores.front()}});
}

} // namespace fsfind::test
