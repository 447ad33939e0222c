#include "rules/codec/MachineFile.h"

#include "rules/codec/DocumentText.h"
#include "rules/codec/FieldReader.h"

#include <set>

namespace fsfind {

namespace {

/// Eight times as many as Linux can be built for on any architecture.
constexpr std::uint32_t kMostCpus = 1U << 16;
constexpr DocumentKind kMachineKind = {"fsfind machine", "machine",
                                       "fsfind machine --format=json -o FILE"};

/// Files of releases that noticed only hypervisors do not say who it was.
void readDisturbance(const FieldReader &reader, Disturbance &disturbance) {
  bool disturbed = false;
  reader.flag("disturbed", disturbed);
  disturbance = disturbed ? Disturbance::Hypervisor : Disturbance::None;
  reader.word("disturbed_by", disturbance);
}

void readReading(const FieldReader &reader, const std::string &unit, Reading &reading) {
  reader.word("missing", reading.gap);
  if (reading.gap != Gap::None)
    return;
  const std::string median = "median_" + unit, low = "low_" + unit, high = "high_" + unit;
  for (const std::string &name : {median, low, high})
    reader.require(name.c_str());
  reader.measure(median.c_str(), reading.value.median);
  reader.measure(low.c_str(), reading.value.low);
  reader.measure(high.c_str(), reading.value.high);
  reader.number("measurements", reading.value.count);
  readDisturbance(reader, reading.disturbance);
  constexpr double kMost = 1e9; // a transfer of a second, or an exabyte in one
  if (reading.value.median <= 0)
    reader.tell(median, "not positive");
  if (reading.value.high > kMost)
    reader.tell(high, "too large to be true");
  if (reading.value.low > reading.value.median || reading.value.median > reading.value.high)
    reader.tell(median, fmt::format("not between {} and {}", low, high));
  if (reading.value.count == 0)
    reader.tell("measurements", "not positive");
}

class MachineReader {
public:
  explicit MachineReader(MachineMap &map) : map_(map) {}

  void read(const FieldReader &reader) {
    for (const char *field : {"machine", "cpus", "transfers"})
      reader.require(field);
    reader.object("machine", [&](const FieldReader &at) { readMachine(at); });
    std::vector<std::uint32_t> cpus;
    reader.objects("cpus", cpus,
                   [&](const FieldReader &at, std::uint32_t &cpu) { readCpu(at, cpu); });
    map_.cpus = std::move(cpus);
    reader.object("measurement", [&](const FieldReader &at) { readMeasurement(at); });
    reader.objects("transfers", map_.transfers,
                   [&](const FieldReader &at, Transfer &one) { readTransfer(at, one); });
    reader.objects("memory_latencies", map_.latencies,
                   [&](const FieldReader &at, MemoryLatency &one) { readLatency(at, one); });
    reader.objects("bandwidths", map_.bandwidths, readBandwidth);
    reader.object("storage",
                  [&](const FieldReader &at) { readStorage(at, map_.storage.emplace()); });
    reader.texts("notes", map_.notes);
  }

private:
  void readMachine(const FieldReader &reader) {
    reader.text("cpu_model", map_.cpu_model);
    reader.text("arch", map_.arch);
    reader.text("kernel", map_.kernel);
    reader.text("governor", map_.governor);
    if (reader.has("virtual_machine"))
      reader.flag("virtual_machine", map_.virtual_machine.emplace());
    reader.number("line_size_bytes", map_.line_size);
    reader.number("l3_bytes", map_.l3_bytes);
    reader.numbers("nodes", map_.nodes);
  }

  void readMeasurement(const FieldReader &reader) {
    reader.word("handover", map_.handover);
    reader.number("seed", map_.seed);
    reader.measure("seconds", map_.seconds);
    reader.number("cells_left_out", map_.left_out);
  }

  void readCpu(const FieldReader &reader, std::uint32_t &cpu) {
    reader.require("cpu");
    reader.number("cpu", cpu);
    if (cpu >= kMostCpus)
      return reader.tell("cpu", fmt::format("not below {}", kMostCpus));
    if (!known_.insert(cpu).second)
      return reader.tell("cpu", "given twice");
    if (map_.topology.cpus.size() <= cpu)
      map_.topology.cpus.resize(cpu + 1);
    CpuParts &parts = map_.topology.cpus[cpu];
    reader.number("core", parts.core);
    reader.number("l3", parts.l3);
    reader.number("die", parts.die);
    reader.number("socket", parts.socket);
    reader.number("node", parts.node);
  }

  void readKnownCpu(const FieldReader &reader, const char *name, std::uint32_t &cpu) const {
    reader.require(name);
    reader.number(name, cpu);
    if (!known_.contains(cpu))
      reader.tell(name, "not among the CPUs");
  }

  void readTransfer(const FieldReader &reader, Transfer &transfer) const {
    readKnownCpu(reader, "a", transfer.a);
    readKnownCpu(reader, "b", transfer.b);
    if (transfer.a == transfer.b)
      reader.tell("b", "the same CPU as a");
    reader.number("home_node", transfer.home);
    readReading(reader, "ns", transfer.ns);
  }

  void readLatency(const FieldReader &reader, MemoryLatency &latency) const {
    readKnownCpu(reader, "cpu", latency.cpu);
    reader.require("node");
    reader.number("node", latency.node);
    reader.word("pages", latency.pages);
    reader.flag("loaded", latency.loaded);
    readReading(reader, "ns", latency.ns);
  }

  static void readBandwidth(const FieldReader &reader, Bandwidth &bandwidth) {
    reader.word("streaming", bandwidth.streaming);
    reader.number("threads", bandwidth.threads);
    reader.number("cpu_node", bandwidth.cpu_node);
    reader.number("memory_node", bandwidth.memory_node);
    reader.word("pages", bandwidth.pages);
    readReading(reader, "gb_per_s", bandwidth.gb_per_s);
  }

  static void readStorage(const FieldReader &reader, StorageTimes &storage) {
    reader.text("folder", storage.folder);
    reader.number("device_node", storage.device_node);
    reader.flag("direct", storage.direct);
    reader.number("file_bytes", storage.file_bytes);
    reader.objects("nodes", storage.nodes, readReads);
  }

  static void readReads(const FieldReader &reader, StorageReads &reads) {
    reader.require("cpu_node");
    reader.number("cpu_node", reads.cpu_node);
    reader.number("memory_threads", reads.memory_threads);
    const auto rate = [&](const char *name, Reading &reading) {
      reader.require(name);
      reader.object(name, [&](const FieldReader &at) { readReading(at, "gb_per_s", reading); });
    };
    rate("alone", reads.alone);
    if (reads.memory_threads == 0)
      return;
    rate("beside_triads", reads.beside_triads);
    rate("triads_alone", reads.triads_alone);
    rate("triads_beside", reads.triads_beside);
  }

  MachineMap &map_;
  std::set<std::uint32_t> known_;
};

} // namespace

Expected<MachineMap> parseMachine(std::string_view text, const std::string &where) {
  FSFIND_TRY(const nlohmann::json json, parseDocument(text, where, kMachineKind));
  MachineMap map;
  std::string problem;
  MachineReader(map).read(FieldReader(json, "", problem));
  if (!problem.empty())
    return failure({where, {}, problem, documentRemedy(kMachineKind)});
  return map;
}

Expected<MachineMap> readMachineFile(const std::string &path) {
  FSFIND_TRY(const std::string text, readDocument(path, kMachineKind));
  return parseMachine(text, path);
}

} // namespace fsfind
