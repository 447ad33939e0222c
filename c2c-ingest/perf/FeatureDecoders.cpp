// One decoder a feature, found by number in a table. Payload layouts are those of
// tools/perf/Documentation/perf.data-file-format.txt. Counts are never trusted: every loop ends
// with the bytes.

#include "c2c-ingest/perf/FeatureDecoders.h"

#include "c2c-ingest/perf/EventNames.h"
#include "c2c-ingest/perf/FeatureReader.h"

#include <iterator>

namespace fsfind::perf {
namespace {

template <std::string Features::*Field>
void decodeText(FeatureReader &reader, ByteLayout, FeatureTarget target) {
  target.features.*Field = reader.text();
}

void decodeCpuCount(FeatureReader &reader, ByteLayout, FeatureTarget target) {
  target.features.cpus_available = reader.u32();
  target.features.cpus_online = reader.u32();
}

void decodeCommandLine(FeatureReader &reader, ByteLayout, FeatureTarget target) {
  target.features.command_line = reader.texts();
}

void decodeEvents(FeatureReader &reader, ByteLayout layout, FeatureTarget target) {
  nameEvents(readEventDescriptions(reader, layout), target.events);
}

/// Sibling lists, a (core, socket) pair a CPU, and since Linux 5.3 die lists and a die a CPU.
void decodeCpuTopology(FeatureReader &reader, ByteLayout, FeatureTarget target) {
  Features &features = target.features;
  features.core_siblings = reader.texts();
  features.thread_siblings = reader.texts();
  features.cpus.clear();
  for (std::uint32_t cpu = 0; cpu < features.cpus_available && reader.remaining() >= 8; ++cpu) {
    CpuPlace place;
    place.core = static_cast<std::int32_t>(reader.u32());
    place.socket = static_cast<std::int32_t>(reader.u32());
    features.cpus.push_back(place);
  }
  if (reader.remaining() < 4)
    return;
  reader.texts();
  for (CpuPlace &place : features.cpus)
    if (reader.remaining() >= 4)
      place.die = static_cast<std::int32_t>(reader.u32());
}

void decodeNumaTopology(FeatureReader &reader, ByteLayout, FeatureTarget target) {
  target.features.numa_nodes = reader.list<NumaNode>([&] {
    NumaNode node;
    node.node = reader.u32();
    node.total_kb = reader.u64();
    node.free_kb = reader.u64();
    node.cpus = reader.text();
    return node;
  });
}

void decodePmuMappings(FeatureReader &reader, ByteLayout, FeatureTarget target) {
  target.features.pmus.clear();
  for (std::uint32_t left = reader.u32(); left > 0 && reader.remaining() > 0; --left) {
    const std::uint32_t type = reader.u32();
    target.features.pmus[type] = reader.text();
  }
}

void decodeCaches(FeatureReader &reader, ByteLayout, FeatureTarget target) {
  constexpr std::uint32_t kKnownVersion = 1;
  if (reader.u32() != kKnownVersion)
    return;
  target.features.caches = reader.list<CacheLevel>([&] {
    CacheLevel cache;
    cache.level = reader.u32();
    cache.line_size = reader.u32();
    cache.sets = reader.u32();
    cache.ways = reader.u32();
    cache.type = reader.text();
    cache.size = reader.text();
    cache.cpus = reader.text();
    return cache;
  });
}

void decodeSampleTime(FeatureReader &reader, ByteLayout, FeatureTarget target) {
  const std::uint64_t first = reader.u64();
  const std::uint64_t last = reader.u64();
  if (reader.ok())
    target.features.sample_time = {first, last};
}

/// The set bits of a node's bitmap of memory blocks.
std::vector<std::uint64_t> readBlocks(FeatureReader &reader, std::uint64_t &blocks_left) {
  std::vector<std::uint64_t> blocks;
  const std::uint64_t bits = reader.u64();
  for (std::uint64_t base = 0; base < bits && reader.remaining() > 0; base += 64) {
    const std::uint64_t word = reader.u64();
    for (unsigned bit = 0; bit < 64 && blocks_left > 0; ++bit)
      if ((word >> bit) & 1U) {
        blocks.push_back(base + bit);
        --blocks_left;
      }
  }
  return blocks;
}

void decodeMemTopology(FeatureReader &reader, ByteLayout, FeatureTarget target) {
  constexpr std::uint64_t kKnownVersion = 1;
  // A bit becomes eight bytes here; a petabyte in blocks of 128 MB has half this many.
  std::uint64_t blocks_left = 1U << 24;
  if (reader.u64() != kKnownVersion)
    return;
  target.features.memory_block_size = reader.u64();
  target.features.memory_nodes.clear();
  for (std::uint64_t left = reader.u64(); left > 0 && reader.remaining() > 0; --left) {
    MemoryNode node;
    node.node = reader.u64();
    reader.u64(); // size in blocks
    node.blocks = readBlocks(reader, blocks_left);
    target.features.memory_nodes.push_back(std::move(node));
  }
}

void decodeHybridTopology(FeatureReader &reader, ByteLayout, FeatureTarget target) {
  target.features.hybrid = reader.list<std::pair<std::string, std::string>>([&] {
    std::string pmu = reader.text();
    return std::pair(std::move(pmu), reader.text());
  });
}

void decodeBuildIds(FeatureReader &reader, ByteLayout layout, FeatureTarget target) {
  target.features.build_ids.clear();
  const RecordBatch entries{reader.take(reader.remaining()), 0};
  forEachRecord(entries, layout.swap, [&](const Record &record) {
    if (std::optional<BuildIdEntry> entry = decodeBuildId(record.misc, record.payload))
      target.features.build_ids.push_back(std::move(*entry));
  });
}

struct Decoder {
  Feature number;
  void (*decode)(FeatureReader &, ByteLayout, FeatureTarget);
};

constexpr Decoder kDecoders[] = {
    {kFeatureBuildId, decodeBuildIds},
    {kFeatureHostname, decodeText<&Features::hostname>},
    {kFeatureOsRelease, decodeText<&Features::os_release>},
    {kFeatureVersion, decodeText<&Features::perf_version>},
    {kFeatureArch, decodeText<&Features::arch>},
    {kFeatureNrCpus, decodeCpuCount},
    {kFeatureCpuDesc, decodeText<&Features::cpu_description>},
    {kFeatureCpuId, decodeText<&Features::cpuid>},
    {kFeatureCmdline, decodeCommandLine},
    {kFeatureEventDesc, decodeEvents},
    {kFeatureCpuTopology, decodeCpuTopology},
    {kFeatureNumaTopology, decodeNumaTopology},
    {kFeaturePmuMappings, decodePmuMappings},
    {kFeatureCache, decodeCaches},
    {kFeatureSampleTime, decodeSampleTime},
    {kFeatureMemTopology, decodeMemTopology},
    {kFeatureHybridTopology, decodeHybridTopology},
};

} // namespace

bool decodeFeature(unsigned number, Bytes payload, ByteLayout layout, FeatureTarget target) {
  for (const Decoder &decoder : kDecoders)
    if (decoder.number == number) {
      FeatureReader reader(payload, layout.swap);
      decoder.decode(reader, layout, target);
      return reader.ok();
    }
  return true;
}

/// i32 pid, 20 bytes of id, u8 length if misc says so and 3 unused bytes, file name.
std::optional<BuildIdEntry> decodeBuildId(std::uint16_t misc, Bytes payload) {
  constexpr std::size_t kIdBytes = 20, kIdField = 24;
  ByteReader reader(payload, false);
  reader.skip(4);
  const Bytes field = reader.take(kIdField);
  if (!reader.ok())
    return std::nullopt;
  std::size_t length = kIdBytes;
  if (misc & kMiscBuildIdSize)
    length = std::min(std::to_integer<std::size_t>(field[kIdBytes]), kIdBytes);
  BuildIdEntry entry;
  for (const std::byte byte : field.first(length))
    entry.id.push_back(std::to_integer<std::uint8_t>(byte));
  entry.file = textUntilNul(reader.take(reader.remaining()));
  return entry;
}

} // namespace fsfind::perf
