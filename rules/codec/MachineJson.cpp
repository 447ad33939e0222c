#include "rules/codec/JsonDocument.h"
#include "rules/codec/MachineFile.h"
#include "rules/codec/Words.h"

namespace fsfind {

namespace {

using codec::addSpread;
using codec::cpuJson;
using codec::finite;
using codec::Json;
using codec::partJson;

/// The enumerator's word; null for the one that stands for nothing.
template <class Enum> Json wordOrNull(Enum value) {
  return value == Enum::None ? Json(nullptr) : Json(word(value));
}

void addReading(Json &json, const Reading &reading, const std::string &unit) {
  addSpread(json, reading.value, unit);
  if (reading.value.count == 0)
    for (const char *part : {"median_", "low_", "high_"})
      json[part + unit] = nullptr;
  json["measurements"] = reading.value.count;
  json["disturbed"] = reading.disturbed();
  json["disturbed_by"] = wordOrNull(reading.disturbance);
  json["missing"] = wordOrNull(reading.gap);
}

Json measuredCpuJson(const MachineMap &map, std::uint32_t cpu) {
  return cpuJson(cpu, cpu < map.topology.cpus.size() ? map.topology.cpus[cpu] : CpuParts{});
}

Json machineJson(const MachineMap &map) {
  Json json;
  json["cpu_model"] = map.cpu_model;
  json["arch"] = map.arch;
  json["kernel"] = map.kernel;
  json["governor"] = map.governor;
  json["virtual_machine"] = map.virtual_machine ? Json(*map.virtual_machine) : Json(nullptr);
  json["line_size_bytes"] = map.line_size;
  json["l3_bytes"] = map.l3_bytes;
  json["nodes"] = map.nodes;
  return json;
}

Json measurementJson(const MachineMap &map) {
  Json json;
  json["handover"] = word(map.handover);
  json["seed"] = map.seed;
  json["seconds"] = finite(map.seconds);
  json["cells_left_out"] = map.left_out;
  return json;
}

Json groupsJson(const GroupLevel &level) {
  Json json;
  json["within_ns"] = finite(level.within_ns);
  json["between_ns"] = finite(level.between_ns);
  json["known_as"] = level.known_as;
  json["groups"] = level.groups;
  return json;
}

Json transferJson(const MachineMap &map, const Transfer &transfer) {
  Json json;
  json["a"] = transfer.a;
  json["b"] = transfer.b;
  json["distance"] = word(map.topology.distance(transfer.a, transfer.b));
  json["home_node"] = partJson(transfer.home);
  addReading(json, transfer.ns, "ns");
  return json;
}

Json latencyJson(const MemoryLatency &latency) {
  Json json;
  json["cpu"] = latency.cpu;
  json["node"] = latency.node;
  json["pages"] = word(latency.pages);
  json["loaded"] = latency.loaded;
  addReading(json, latency.ns, "ns");
  return json;
}

Json bandwidthJson(const Bandwidth &bandwidth) {
  Json json;
  json["streaming"] = word(bandwidth.streaming);
  json["threads"] = bandwidth.threads;
  json["cpu_node"] = partJson(bandwidth.cpu_node);
  json["memory_node"] = partJson(bandwidth.memory_node);
  json["pages"] = word(bandwidth.pages);
  addReading(json, bandwidth.gb_per_s, "gb_per_s");
  return json;
}

Json readingJson(const Reading &reading) {
  Json json;
  addReading(json, reading, "gb_per_s");
  return json;
}

Json readsJson(const StorageReads &reads) {
  Json json;
  json["cpu_node"] = reads.cpu_node;
  json["memory_threads"] = reads.memory_threads;
  json["alone"] = readingJson(reads.alone);
  if (reads.memory_threads == 0)
    return json;
  json["beside_triads"] = readingJson(reads.beside_triads);
  json["triads_alone"] = readingJson(reads.triads_alone);
  json["triads_beside"] = readingJson(reads.triads_beside);
  return json;
}

Json storageJson(const std::optional<StorageTimes> &storage) {
  if (!storage)
    return nullptr;
  Json json;
  json["folder"] = storage->folder;
  json["device_node"] = partJson(storage->device_node);
  json["direct"] = storage->direct;
  json["file_bytes"] = storage->file_bytes;
  json["nodes"] = Json::array();
  for (const StorageReads &reads : storage->nodes)
    json["nodes"].push_back(readsJson(reads));
  return json;
}

} // namespace

void writeMachine(std::ostream &out, const MachineMap &map, const std::vector<GroupLevel> &groups,
                  std::string_view version) {
  codec::Document document(out, version);
  document.add("machine", machineJson(map));
  document.addEach("cpus", map.cpus, [&](std::uint32_t cpu) { return measuredCpuJson(map, cpu); });
  document.add("measurement", measurementJson(map));
  document.add("prices", codec::pricesJson(pricesOf(map)));
  document.addEach("groups", groups, groupsJson);
  document.addEach("transfers", map.transfers,
                   [&](const Transfer &transfer) { return transferJson(map, transfer); });
  document.addEach("memory_latencies", map.latencies, latencyJson);
  document.addEach("bandwidths", map.bandwidths, bandwidthJson);
  document.add("storage", storageJson(map.storage));
  document.addEach("notes", map.notes, [](const std::string &note) { return Json(note); });
  document.end();
}

} // namespace fsfind
