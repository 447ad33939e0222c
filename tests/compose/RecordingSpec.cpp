#include "tests/compose/RecordingSpec.h"

#include "tests/compose/SpeSpec.h"

#include <algorithm>
#include <array>

namespace fsfind::test {

using nlohmann::json;

namespace {

template <class T> void read(const json &from, const char *key, T &into) {
  if (const auto found = from.find(key); found != from.end())
    into = found->get<T>();
}

std::vector<std::uint8_t> fromHex(const std::string &hex) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(hex.substr(i, 2), nullptr, 16)));
  return bytes;
}

PerfDataLayout layoutOf(const json &spec) {
  const json layout = spec.value("layout", json::object());
  return {layout.value("pipe", false) ? PerfDataMode::Pipe : PerfDataMode::File,
          layout.value("big_endian", false) ? std::endian::big : std::endian::little,
          layout.value("attr_size", kAttrSizeVer7)};
}

EventSpec eventOf(const json &from) {
  EventSpec event;
  read(from, "name", event.name);
  read(from, "type", event.type);
  read(from, "config", event.config);
  read(from, "config1", event.config1);
  read(from, "period", event.period);
  read(from, "sample_type", event.sample_type);
  read(from, "flags", event.flags);
  read(from, "read_format", event.read_format);
  read(from, "ids", event.ids);
  return event;
}

void setTexts(FeatureSet &features, const json &from) {
  constexpr std::array<std::pair<const char *, std::uint32_t>, 6> kTexts = {
      {{"hostname", kFeatureHostname},
       {"os_release", kFeatureOsRelease},
       {"version", kFeatureVersion},
       {"arch", kFeatureArch},
       {"cpu_description", kFeatureCpuDesc},
       {"cpuid", kFeatureCpuId}}};
  for (const auto &[key, bit] : kTexts)
    if (from.contains(key))
      features.text(bit, from[key].get<std::string>());
  if (from.contains("cmdline"))
    features.commandLine(from["cmdline"]);
}

void setTopology(FeatureSet &features, const json &from) {
  if (from.contains("cpus")) {
    std::vector<CpuSpec> cpus;
    for (const json &cpu : from["cpus"])
      cpus.push_back({cpu[0], cpu[1], cpu[2]});
    const auto count = static_cast<std::uint32_t>(cpus.size());
    features.cpuCount(count, count);
    features.cpuTopology(from["core_siblings"], from["thread_siblings"], cpus);
  }
  if (from.contains("numa")) {
    std::vector<NumaSpec> nodes;
    for (const json &node : from["numa"])
      nodes.push_back({node["node"], 1U << 24, 1U << 23, node["cpus"]});
    features.numaTopology(nodes);
  }
  if (from.contains("memory")) {
    std::vector<MemoryNodeSpec> nodes;
    for (const json &blocks : from["memory"]["nodes"])
      nodes.push_back({nodes.size(), blocks});
    features.memoryTopology(from["memory"]["block_size"], nodes);
  }
}

void setFeatures(FeatureSet &features, const json &from) {
  setTexts(features, from);
  setTopology(features, from);
  if (from.contains("pmus"))
    features.pmuMappings(from["pmus"]);
  if (from.contains("hybrid"))
    features.hybridTopology(from["hybrid"]);
  if (from.contains("caches")) {
    std::vector<CacheSpec> caches;
    for (const json &cache : from["caches"])
      caches.push_back({cache["level"], cache["line_size"], 64, 8, "Data", "32K", "0"});
    features.caches(caches);
  }
  if (from.contains("build_ids")) {
    std::vector<BuildIdSpec> ids;
    for (const json &entry : from["build_ids"])
      ids.push_back({0, fromHex(entry["id"]), entry["file"]});
    features.buildIds(ids);
  }
}

MmapSpec mapOf(const json &from) {
  MmapSpec map;
  read(from, "pid", map.pid);
  map.tid = map.pid;
  read(from, "tid", map.tid);
  read(from, "address", map.address);
  read(from, "length", map.length);
  read(from, "offset", map.page_offset);
  read(from, "major", map.major);
  read(from, "minor", map.minor);
  read(from, "inode", map.inode);
  read(from, "generation", map.inode_generation);
  read(from, "protection", map.protection);
  read(from, "flags", map.flags);
  read(from, "misc", map.misc);
  read(from, "file", map.file);
  map.build_id = fromHex(from.value("build_id", ""));
  return map;
}

Sample sampleOf(const json &from) {
  Sample sample;
  read(from, "event", sample.event);
  read(from, "misc", sample.misc);
  read(from, "ip", sample.ip);
  read(from, "pid", sample.pid);
  read(from, "tid", sample.tid);
  read(from, "time", sample.time);
  read(from, "addr", sample.addr);
  read(from, "id", sample.id);
  read(from, "cpu", sample.cpu);
  read(from, "period", sample.period);
  read(from, "weight", sample.weight);
  read(from, "data_src", sample.data_src);
  read(from, "phys_addr", sample.phys_addr);
  return sample;
}

ForkSpec taskOf(const json &from) {
  ForkSpec task;
  read(from, "pid", task.pid);
  read(from, "tid", task.tid);
  read(from, "parent_pid", task.parent_pid);
  read(from, "parent_tid", task.parent_tid);
  read(from, "time", task.time);
  return task;
}

SampleId idOf(const json &from) {
  SampleId id;
  read(from, "pid", id.pid);
  read(from, "tid", id.tid);
  read(from, "time", id.time);
  read(from, "cpu", id.cpu);
  return id;
}

void append(PerfDataBuilder &data, const json &record) {
  const std::string kind = record["kind"];
  const SampleId id = idOf(record);
  if (kind == "sample")
    data.sample(sampleOf(record));
  else if (kind == "mmap2")
    data.mmap2(mapOf(record), id);
  else if (kind == "mmap")
    data.mmap(mapOf(record), id);
  else if (kind == "comm")
    data.comm({id.pid, id.tid, record["comm"], record.value("exec", false)}, id);
  else if (kind == "fork")
    data.fork(taskOf(record), id);
  else if (kind == "exit")
    data.exit(taskOf(record), id);
  else if (kind == "lost")
    data.lost(record["count"], id);
  else if (kind == "throttle")
    data.throttle(id.time, id);
  else if (kind == "round")
    data.finishedRound();
  else if (!appendSpe(data, kind, record, id))
    data.record(record["type"], 0, std::vector<std::byte>(record["size"].get<std::size_t>()));
}

} // namespace

std::vector<std::byte> composeRecording(const json &spec) {
  const PerfDataLayout layout = layoutOf(spec);
  PerfDataBuilder data(layout);
  for (const json &event : spec["events"])
    data.addEvent(eventOf(event));
  setFeatures(data.features(), spec.value("features", json::object()));
  data.features().eventDescriptions(data.events(), layout.attr_size);
  const std::string compression = spec.value("compression", "");
  if (!compression.empty())
    data.compress(compression == "zstd2" ? Compression::Compressed2 : Compression::Compressed,
                  16384);
  for (const json &record : spec.value("records", json::array()))
    append(data, record);
  if (spec.value("interrupted", false))
    data.interrupted();
  std::vector<std::byte> bytes = data.bytes();
  bytes.resize(std::min<std::size_t>(bytes.size(), spec.value("keep_bytes", bytes.size())));
  return bytes;
}

} // namespace fsfind::test
